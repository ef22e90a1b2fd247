//! The browser's interfaces that are known by their functions: names, arguments, what is said if nothing is done. Data.
//!
//! A later version of an interface adds functions at its end, except where a row says otherwise. Structures are passed by their address in
//! PNaCl's calls, and so are those that a function returns, first. Sources: [PPAPI-IDL] `ppapi/api`;
//! [PPAPI-IDL] `ppapi/native_client/src/untrusted/pnacl_irt_shim/pnacl_shim.c`.

/// What an argument is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number, a resource, an instance.
    Word,
    /// A string.
    Text,
    /// A `PP_Var`.
    Var,
    /// A `PP_Size`, a `PP_Point`.
    Pair,
    /// A `PP_Rect`; may be null.
    Rect,
    /// A `PP_CompletionCallback`.
    Callback,
    /// Somewhere to write or read.
    Address,
}

/// What is returned where nothing is done.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Otherwise {
    /// This word: nothing, false, no resource, `PP_OK`.
    Word(u32),
    /// The address of the program's own function that tells the time stands in its place.
    Time,
    /// The one that says that nothing is scaled.
    Scale,
}

/// A function: its name, its arguments as letters ([`kind`]), what it returns.
pub type Row = (&'static str, &'static str, Otherwise);

/// A kind by its letter.
pub fn kind(letter: char) -> Kind {
    match letter {
        's' => Kind::Text,
        'v' => Kind::Var,
        'z' => Kind::Pair,
        'r' => Kind::Rect,
        'c' => Kind::Callback,
        'p' => Kind::Address,
        _ => Kind::Word,
    }
}

const NONE: Otherwise = Otherwise::Word(0);
/// True, and what else is one.
const ONE: Otherwise = Otherwise::Word(1);
/// `PP_ERROR_NOTSUPPORTED`.
const REFUSED: Otherwise = Otherwise::Word(-12_i32 as u32);

/// The interface with this name and version, as `PPB_Core;1.0`.
pub fn find(name: &str) -> Option<&'static [Row]> {
    let plain = name.split(';').next().unwrap_or(name);
    INTERFACES.iter().find(|(known, _)| *known == name || *known == plain).map(|&(_, rows)| rows)
}

#[rustfmt::skip]
const INTERFACES: &[(&str, &[Row])] = &[
    ("PPB_Core", &[
        ("AddRefResource", "i", NONE), ("ReleaseResource", "i", NONE), ("GetTime", "", Otherwise::Time),
        ("GetTimeTicks", "", Otherwise::Time), ("CallOnMainThread", "ici", NONE), ("IsMainThread", "", ONE)]),
    ("PPB_Var;1.0", &[
        ("AddRef", "v", NONE), ("Release", "v", NONE), ("VarFromUtf8OfModule", "pipi", NONE), ("VarToUtf8", "vp", NONE)]),
    ("PPB_Var", &[
        ("AddRef", "v", NONE), ("Release", "v", NONE), ("VarFromUtf8", "ppi", NONE), ("VarToUtf8", "vp", NONE),
        ("VarToResource", "v", NONE), ("VarFromResource", "pi", NONE)]),
    ("PPB_Messaging", &[
        ("PostMessage", "iv", NONE), ("RegisterMessageHandler", "ippi", REFUSED), ("UnregisterMessageHandler", "i", NONE)]),
    ("PPB_Console", &[("Log", "iiv", NONE), ("LogWithSource", "iivv", NONE)]),
    ("PPB_Instance", &[("BindGraphics", "ii", ONE), ("IsFullFrame", "i", NONE)]),
    ("PPB_Graphics2D", &[
        ("Create", "izi", NONE), ("IsGraphics2D", "i", NONE), ("Describe", "ipp", NONE), ("PaintImageData", "iizr", NONE),
        ("Scroll", "irz", NONE), ("ReplaceContents", "ii", NONE), ("Flush", "ic", NONE), ("SetScale", "i", NONE),
        ("GetScale", "i", Otherwise::Scale), ("SetLayerTransform", "i", NONE)]),
    ("PPB_ImageData", &[
        ("GetNativeImageDataFormat", "", NONE), ("IsImageDataFormatSupported", "i", ONE), ("Create", "iizi", NONE),
        ("IsImageData", "i", NONE), ("Describe", "ip", NONE), ("Map", "i", NONE), ("Unmap", "i", NONE)]),
    ("PPB_View", &[
        ("IsView", "i", ONE), ("GetRect", "ip", NONE), ("IsFullscreen", "i", NONE), ("IsVisible", "i", ONE),
        ("IsPageVisible", "i", ONE), ("GetClipRect", "ip", NONE), ("GetDeviceScale", "i", Otherwise::Scale),
        ("GetCSSScale", "i", Otherwise::Scale), ("GetScrollOffset", "ip", NONE)]),
    ("PPB_InputEvent", &[
        ("RequestInputEvents", "ii", NONE), ("RequestFilteringInputEvents", "ii", NONE), ("ClearInputEventRequest", "ii", NONE),
        ("IsInputEvent", "i", NONE), ("GetType", "i", NONE), ("GetTimeStamp", "i", Otherwise::Time), ("GetModifiers", "i", NONE)]),
    ("PPB_MouseInputEvent", &[
        ("Create", "ii", NONE), ("IsMouseInputEvent", "i", NONE), ("GetButton", "i", NONE), ("GetPosition", "pi", NONE),
        ("GetClickCount", "i", NONE), ("GetMovement", "pi", NONE)]),
    ("PPB_KeyboardInputEvent", &[
        ("Create", "ii", NONE), ("IsKeyboardInputEvent", "i", NONE), ("GetKeyCode", "i", NONE), ("GetCharacterText", "pi", NONE),
        ("GetCode", "pi", NONE)]),
    ("PPB_MessageLoop", &[
        ("Create", "i", NONE), ("GetForMainThread", "", NONE), ("GetCurrent", "", NONE), ("AttachToCurrentThread", "i", REFUSED),
        ("Run", "i", REFUSED), ("PostWork", "ici", NONE), ("PostQuit", "ii", NONE)]),
    ("PPB_Fullscreen", &[("IsFullscreen", "i", NONE), ("SetFullscreen", "ii", NONE), ("GetScreenSize", "ip", NONE)]),
    ("PPB_URLLoader", &[
        ("Create", "i", NONE), ("IsURLLoader", "i", NONE), ("Open", "iic", REFUSED), ("FollowRedirect", "ic", REFUSED),
        ("GetUploadProgress", "ipp", NONE), ("GetDownloadProgress", "ipp", NONE), ("GetResponseInfo", "i", NONE),
        ("ReadResponseBody", "ipic", REFUSED), ("FinishStreamingToFile", "ic", REFUSED), ("Close", "i", NONE)]),
    ("PPB_URLRequestInfo", &[
        ("Create", "i", NONE), ("IsURLRequestInfo", "i", NONE), ("SetProperty", "iiv", NONE), ("AppendDataToBody", "ipi", NONE),
        ("AppendFileToBody", "ii", NONE)]),
    ("PPB_FileSystem", &[
        ("Create", "ii", NONE), ("IsFileSystem", "i", NONE), ("Open", "ii", REFUSED), ("GetType", "i", NONE)]),
    ("PPB_Audio", &[
        ("Create", "iipp", NONE), ("IsAudio", "i", NONE), ("GetCurrentConfig", "i", NONE), ("StartPlayback", "i", NONE),
        ("StopPlayback", "i", NONE)]),
    ("PPB_AudioConfig", &[
        ("CreateStereo16Bit", "iii", NONE), ("RecommendSampleFrameCount", "iii", NONE), ("IsAudioConfig", "i", NONE),
        ("GetSampleRate", "i", NONE), ("GetSampleFrameCount", "i", NONE), ("RecommendSampleRate", "i", NONE)]),
    ("PPB_VarArrayBuffer", &[
        ("Create", "pi", NONE), ("ByteLength", "vp", NONE), ("Map", "v", NONE), ("Unmap", "v", NONE)]),
    ("PPB_VarDictionary", &[
        ("Create", "p", NONE), ("Get", "pvv", NONE), ("Set", "vvv", NONE), ("Delete", "vv", NONE), ("HasKey", "vv", NONE),
        ("GetKeys", "pv", NONE)]),
    ("PPB_VarArray", &[
        ("Create", "p", NONE), ("Get", "pvi", NONE), ("Set", "viv", NONE), ("GetLength", "v", NONE), ("SetLength", "vi", NONE)]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_share_their_functions_but_where_one_differs() {
        assert_eq!(find("PPB_Core;1.0").map(<[Row]>::len), Some(6));
        assert_eq!(find("PPB_Var;1.0").map(|rows| rows[2].1), Some("pipi"));
        assert_eq!(find("PPB_Var;1.2").map(|rows| rows[2].1), Some("ppi"));
        assert_eq!(find("PPB_Nothing;1.0"), None);
        for (name, rows) in INTERFACES {
            assert!(name.starts_with("PPB_") && rows.len() <= super::super::FUNCTIONS_EACH as usize, "{name}");
            assert!(rows.iter().all(|(_, args, _)| args.len() <= 6 && args.chars().all(|it| "isvzrcp".contains(it))), "{name}");
        }
    }
}
