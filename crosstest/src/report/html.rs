//! A report as one self-contained page: the matrix with filters, each failure with the
//! representation and the code side by side, and plots of time and of Unspecified shares.
//!
//! In: a report. Out: the text of the page (`page.html` with the report's JSON in it). It loads
//! nothing from elsewhere.

use super::Report;

/// The page around the data.
const PAGE: &str = include_str!("page.html");
/// Where the data goes.
const PLACE: &str = "/*REPORT*/null";

/// The page's text.
pub fn page(report: &Report) -> Result<String, String> {
    let data = serde_json::to_string(report).map_err(|error| error.to_string())?;
    // No text of a test may end the script that it lies in.
    Ok(PAGE.replacen(PLACE, &data.replace('<', "\\u003c"), 1))
}
