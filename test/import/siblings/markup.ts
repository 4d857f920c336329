import { htmlWith, type Siblings } from "./sibling.ts";

const A = '<DT><A HREF="https://a.example/">A</A>\n';
const B = '<DT><A HREF="https://b.example/">B</A>\n';
const [FIRST, SECOND] = ["https://a.example/ | A", "https://b.example/ | B"] as const;
const BOTH = { bookmarks: [FIRST, SECOND] };
const AT = "created=2023-11-14T22:13:20.000Z";

/** Bookmark files that programs and people write in other ways than browsers. */
export const MARKUP: Siblings = {
  "attributes without quotes": {
    content: htmlWith(`<DT><A HREF=https://a.example/?x=1&amp;y=2 ADD_DATE=1700000000 TAGS=a,b>A</A>\n${B}`),
    bookmarks: [`https://a.example/?x=1&y=2 | A | tags=a,b | ${AT}`, SECOND],
  },
  "white space around the equals sign": {
    content: htmlWith(`<DT><A HREF = "https://a.example/" ADD_DATE =\n"1700000000">A</A>\n${B}`),
    bookmarks: [`${FIRST} | ${AT}`, SECOND],
  },
  "attributes on lines of their own": {
    content: htmlWith(`<DT><A\nHREF='https://a.example/'\n\tADD_DATE='1700000000'\n>A</A>\n${B}`),
    bookmarks: [`${FIRST} | ${AT}`, SECOND],
  },
  "an attribute twice": {
    content: htmlWith(`<DT><A HREF="https://a.example/" HREF="https://x.example/">A</A>\n${B}`),
    ...BOTH,
  },
  "tags in an attribute": {
    content: htmlWith(
      `<DT><A HREF="https://a.example/" ICON="a>b\n<DT><A HREF='https://x.example/'>X</A>">A</A>\n${B}`,
    ),
    ...BOTH,
  },
  "tags in upper and lower case": {
    content: htmlWith(
      '<Dt><a hReF="https://a.example/" Add_Date="1700000000" tags="x,y">A</a>\n<dd>Text\n<dt><a href="https://b.example/">B</A>',
    ),
    bookmarks: [`${FIRST} | excerpt=Text | tags=x,y | ${AT}`, SECOND],
  },
  "all on one line": { content: htmlWith(A + B).replaceAll("\n", ""), ...BOTH },
  "DT without a link": { content: htmlWith(`<DT>\n<DT>text\n${A}<DT><B>x</B>\n${B}`), ...BOTH },
  "links without an address": {
    content: htmlWith(
      `<DT><A ADD_DATE="1700000000">None</A>\n${A}<DT><A HREF="">Empty</A>\n<DT><A HREF>Bare</A>\n${B}`,
    ),
    ...BOTH,
    skipped: ["6: None", "8: Empty", "9: Bare"],
  },
  "a link that is no entry": {
    content: htmlWith(`<A HREF="https://x.example/">X</A>\n${A}${B}`),
    ...BOTH,
    skipped: ["6: https://x.example/"],
  },
  "a list without a heading": { content: htmlWith(`<DL><p>\n${A}<DL><p>\n${B}</DL><p>\n</DL><p>`), ...BOTH },
  "a list without a heading in a folder": {
    content: htmlWith(`<DT><H3>F</H3>\n<DL><p>\n<DL><p>\n${A}</DL><p>\n${B}</DL><p>`),
    bookmarks: [`F / ${FIRST}`, `F / ${SECOND}`],
  },
  "bookmarks in comments": {
    content: htmlWith(`<!-- <DT><A HREF="https://x.example/">X</A> -->\n${A}<!-- <DT><H3>X</H3><DL><p> -->\n${B}`),
    ...BOTH,
  },
  "a comment that does not end": { content: htmlWith(`${A}<!-- x\n${B}`), ...BOTH },
  "a comment within an entry": { content: htmlWith(`<DT><!-- x --><A HREF="https://a.example/">A</A>\n${B}`), ...BOTH },
  "a comment and CDATA in titles": {
    content: htmlWith(
      '<DT><A HREF="https://a.example/">x <!-- y --> z</A>\n<DT><A HREF="https://b.example/">x <![CDATA[y]]> z</A>',
    ),
    bookmarks: ["https://a.example/ | x <!-- y --> z", "https://b.example/ | x <![CDATA[y]]> z"],
  },
  "end tags with white space": {
    content: htmlWith('<DT><A HREF="https://a.example/">A</A >\n<DT><A HREF="https://b.example/">B</A\n>'),
    ...BOTH,
  },
  "a title that does not end": {
    content: htmlWith(`<DT><A HREF="https://a.example/">A\n<DD>Text\n${B}`),
    bookmarks: [`${FIRST} | excerpt=Text`, SECOND],
  },
  "a folder's title that does not end": {
    content: htmlWith(`<DT><H3>F\n<DL><p>\n${A}</DL><p>\n${B}`),
    bookmarks: [`F / ${FIRST}`, SECOND],
  },
  "lists of items": {
    content:
      '<html><body><ul><li><a href="https://a.example/" time_added="1700000000" tags="x">A</a></li><li><p><a href="https://b.example/">B</a></ul></body></html>',
    bookmarks: [`${FIRST} | tags=x | ${AT}`, SECOND],
  },
  "a link over two lines": { content: htmlWith(`<DT><A HREF=" https://a.exa\nmple/\t">A</A>\n${B}`), ...BOTH },
  "white space of several kinds in a link": {
    content: htmlWith('<DT><A HREF="https://a.example/x\u00a0y\u3000z\u2009 ">A</A>'),
    bookmarks: ["https://a.example/x%C2%A0y%E3%80%80z | A"],
  },
  "references in titles": {
    content: htmlWith(
      '<DT><A HREF="https://a.example/">&eacute;&amp;amp; &#x1F600; &#128512; &notit; &copy &#150;</A>',
    ),
    bookmarks: ["https://a.example/ | é&amp; 😀 😀 ¬it; © –"],
  },
  "references in links": {
    content: htmlWith('<DT><A HREF="https://a.example/?a=1&copy=2&amp;lt=3&lt=4">A</A>'),
    bookmarks: ["https://a.example/?a=1&copy=2&lt=3&lt=4 | A"],
  },
  "the description of a folder": {
    content: htmlWith(`<DT><H3>F</H3>\n<DD>Text <A HREF="https://x.example/">x</A>\n<DL><p>\n${A}</DL><p>\n${B}`),
    bookmarks: [`F / ${FIRST}`, SECOND],
  },
  "markup in a description": {
    content: htmlWith(`${A}<DD>one <b>two</b> <h3>Head</h3><ul><li>item</ul> <kbd>k</kbd>\n${B}`),
    bookmarks: [`${FIRST} | excerpt=one two \nHead\n\nitem <kbd>k</kbd>`, SECOND],
  },
  "names of elements in a description": {
    content: htmlWith(`${A}<DD>the <dt> tag and the <dl> tag, and </dl> too\n${B}`),
    bookmarks: [`${FIRST} | excerpt=the <dt> tag and the <dl> tag, and </dl> too`, SECOND],
  },
  "a description twice": {
    content: htmlWith(`${A}<DD>one\n<DD>two\n${B}`),
    bookmarks: [`${FIRST} | excerpt=one\ntwo`, SECOND],
  },
  "no head": { content: `<DL><p>${A}${B}</DL>`, ...BOTH },
  "text before the file": { content: `Exported by a program\n\n${htmlWith(A + B)}`, ...BOTH },
  "CR as line break": { content: htmlWith(A + B).replaceAll("\n", "\r"), ...BOTH },
};
