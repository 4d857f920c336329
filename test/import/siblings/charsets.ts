import { htmlWith, type Siblings } from "./sibling.ts";

/** A bookmark file that declares a charset, with a title in these bytes. */
function inCharset(label: string, title: readonly number[]): Uint8Array {
  const [before = "", after = ""] = htmlWith('<DT><A HREF="https://a.example/">@</A>', label).split("@");
  return Buffer.concat([Buffer.from(before), Uint8Array.from(title), Buffer.from(after)]);
}

function titled(title: string): { readonly bookmarks: readonly string[] } {
  return { bookmarks: [`https://a.example/ | ${title}`] };
}

const BE = Buffer.from([0xfe, 0xff]);
const LE = Buffer.from([0xff, 0xfe]);

function le(text: string): Buffer {
  return Buffer.from(text, "utf16le");
}

function be(text: string): Buffer {
  return le(text).swap16();
}

const GERMAN = '<DT><A HREF="https://a.example/">Größe</A>';
const RUSSIAN = [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2];
const TABLE = "url,title\r\nhttps://a.example/,Größe\r\n";

function after(text: string, file: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(text), file]);
}

/** Texts in charsets that a file declares, or by which a byte order mark or the bytes tell them. */
export const CHARSETS: Siblings = {
  "windows-1252": { content: inCharset("windows-1252", [0x93, 0x47, 0xf6, 0x94, 0x80]), ...titled("“Gö”€") },
  "ISO-8859-1, which is Windows-1252": { content: inCharset("ISO-8859-1", [0x93, 0xdf]), ...titled("“ß") },
  Shift_JIS: { content: inCharset("Shift_JIS", [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]), ...titled("日本語") },
  "EUC-JP": { content: inCharset("euc-jp", [0xc6, 0xfc, 0xcb, 0xdc]), ...titled("日本") },
  "EUC-KR": { content: inCharset("EUC-KR", [0xc7, 0xd1, 0xb1, 0xdb]), ...titled("한글") },
  Big5: { content: inCharset("big5", [0xa4, 0xa4, 0xa4, 0xe5]), ...titled("中文") },
  "GB 2312": { content: inCharset("gb2312", [0xd6, 0xd0, 0xce, 0xc4]), ...titled("中文") },
  "KOI8-R": { content: inCharset("koi8-r", [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]), ...titled("Привет") },
  "an unknown charset, UTF-8": { content: htmlWith(GERMAN, "x-unknown"), ...titled("Größe") },
  "an unknown charset, Windows-1252": { content: inCharset("x-unknown", [0x47, 0xf6]), ...titled("Gö") },
  "UTF-8 that declares UTF-16": { content: htmlWith(GERMAN, "utf-16"), ...titled("Größe") },
  "UTF-8 with a byte order mark that declares Windows-1251": {
    content: `\uFEFF${htmlWith(GERMAN, "windows-1251")}`,
    ...titled("Größe"),
  },
  "UTF-16BE without a byte order mark, declared": { content: be(htmlWith(GERMAN, "UTF-16BE")), ...titled("Größe") },
  "UTF-16LE without a byte order mark, declared": { content: le(htmlWith(GERMAN, "UTF-16LE")), ...titled("Größe") },
  "UTF-16LE without a byte order mark, a table": { content: le(TABLE), ...titled("Größe") },
  "UTF-16LE, a table": { content: Buffer.concat([LE, le(TABLE)]), ...titled("Größe") },
  "UTF-16BE, a table": { content: Buffer.concat([BE, be(TABLE.replaceAll(",", "\t"))]), ...titled("Größe") },
  "UTF-16LE, JSON": {
    content: Buffer.concat([LE, le('[{"url":"https://a.example/","title":"Größe"}]')]),
    ...titled("Größe"),
  },
  "UTF-16LE, a list": { content: Buffer.concat([LE, le("https://a.example/ | Größe\n")]), ...titled("Größe") },
  "UTF-16LE without a byte order mark, a list": {
    content: le("https://a.example/ | Größe 中文\n"),
    ...titled("Größe 中文"),
  },
  "UTF-16BE without a byte order mark, a table with names in another script": {
    content: be("url,заголовок,title\nhttps://a.example/,x,Größe\n"),
    ...titled("Größe"),
  },
  "UTF-16LE with half a character at the end": {
    content: Buffer.concat([LE, le(htmlWith(GERMAN)), Buffer.from("A")]),
    ...titled("Größe"),
  },
  "declared after 2 KiB": {
    content: after(`<!-- ${"x".repeat(2000)} -->\n`, inCharset("windows-1251", RUSSIAN)),
    ...titled("Привет"),
  },
  "declared after 10 KiB": {
    content: after(`<!-- ${"x".repeat(10_000)} -->\n`, inCharset("windows-1251", RUSSIAN)),
    ...titled("Привет"),
  },
  "declared after another text": {
    content: after("Exported by a program\n\n", inCharset("cp1251", RUSSIAN)),
    ...titled("Привет"),
  },
  "another charset in a comment": {
    content: `<!-- <META CHARSET="windows-1251"> -->\n${htmlWith(GERMAN)}`,
    ...titled("Größe"),
  },
  "a charset in a title": {
    content: '<DL><DT><A HREF="https://a.example/">Größe <meta charset="windows-1251"></A></DL>',
    ...titled('Größe <meta charset="windows-1251">'),
  },
  "a charset in a table": {
    content: "url,title\nhttps://a.example/,Größe <meta charset=windows-1251>\n",
    ...titled("Größe <meta charset=windows-1251>"),
  },
  "declared without quotes, in lower case": {
    content: Buffer.concat([
      Buffer.from("<meta charset=koi8-r><dl><dt><a href=https://a.example/>"),
      Buffer.from([0xf0]),
      Buffer.from("</a></dl>"),
    ]),
    ...titled("П"),
  },
  "declared by XML": {
    content: Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1251"?><html><dl><dt><a href="https://a.example/">'),
      Uint8Array.from(RUSSIAN),
      Buffer.from("</a></dl></html>"),
    ]),
    ...titled("Привет"),
  },
  "a table in Windows-1252": {
    content: Buffer.from("url,title\nhttps://a.example/,Gr\xf6\xdfe\n", "latin1"),
    ...titled("Größe"),
  },
  "JSON with a cut sequence": {
    content: Buffer.concat([
      Buffer.from('[{"url":"https://a.example/","title":"Größe '),
      Buffer.from([0xe2, 0x80]),
      Buffer.from('"}]'),
    ]),
    ...titled("Größe \uFFFD"),
  },
};
