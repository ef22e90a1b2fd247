//! Pictures as PNG files: uncompressed, which every reader takes. In: rows of pixels. Out: bytes. Linear.
//! Source: [PNG-2] 5 and 10.

/// Most bytes of a block that is stored as it is.
const BLOCK: usize = 0xffff;

/// The file of a picture, of four bytes (red, green, blue, alpha) for each pixel.
pub fn png(width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    // Eight bits, colours with alpha; no other compression, filter or order there is.
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    chunk(&mut file, b"IHDR", &header);
    let row = (width as usize * 4).max(1);
    // Each row says first how it is filtered: not at all.
    let rows: Vec<u8> = pixels.chunks(row).flat_map(|row| [0].into_iter().chain(row.iter().copied())).collect();
    chunk(&mut file, b"IDAT", &stored(&rows));
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], content: &[u8]) {
    file.extend((content.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(content);
    let sum = crc(&file[start..]);
    file.extend(sum.to_be_bytes());
}

/// Bytes as a stream that is not compressed.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let mut blocks = bytes.chunks(BLOCK).peekable();
    while let Some(block) = blocks.next() {
        stream.push(u8::from(blocks.peek().is_none()));
        stream.extend((block.len() as u16).to_le_bytes());
        stream.extend((!(block.len() as u16)).to_le_bytes());
        stream.extend(block);
    }
    let (mut low, mut high) = (1u32, 0u32);
    for &byte in bytes {
        low = (low + u32::from(byte)) % 65521;
        high = (high + low) % 65521;
    }
    stream.extend((high << 16 | low).to_be_bytes());
    stream
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 0 { sum >> 1 } else { sum >> 1 ^ 0xedb8_8320 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_its_pixels_with_sums_around_them() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926, "the usual check");
        let file = png(2, 1, &[1, 2, 3, 255, 4, 5, 6, 255]);
        assert_eq!(file[..16], *b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR");
        // One block of nine bytes, with Adler's sum of them behind it.
        let data = b"IDAT\x78\x01\x01\x09\x00\xf6\xff\0\x01\x02\x03\xff\x04\x05\x06\xff\x06\x56\x02\x14";
        assert!(file.windows(data.len()).any(|window| window == data), "{file:02x?}");
        assert!(png(300, 300, &[7; 360_000]).len() > 360_000);
        assert!(png(0, 0, &[]).ends_with(b"IEND\xae\x42\x60\x82"));
    }
}
