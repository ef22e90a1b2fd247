; error: 4:1: expected a type, found the end of the text

define
