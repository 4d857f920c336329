import type { Siblings } from "./sibling.ts";

const [FIRST, SECOND] = ["https://a.example/ | A", "https://b.example/ | B"] as const;
const BOTH = { bookmarks: [FIRST, SECOND] };
const MAY = "created=2024-05-01T10:00:00.000Z";
const AT = "created=2023-11-14T22:13:20.000Z";

function tableOf(name: string, cells: readonly string[]): string {
  return `url,title,${name}\n${cells.map((cell) => `https://a.example/,A,"${cell.replaceAll('"', '""')}"\n`).join("")}`;
}

/** Times in every form, all of the same second. */
const TIMES = [
  ...["1700000000", " 1700000000 ", "1700000000000", "1700000000000000", "13344473600", "13344473600000000"],
  ...["2023-11-14T22:13:20Z", "2023-11-14T23:13:20+01:00", "2023-11-14T22:13:20", "2023-11-14 22:13:20 UTC"],
  ...[
    "20231114T221320Z",
    "Tue, 14 Nov 2023 22:13:20 +0000",
    "14 Nov 2023 17:13:20 EST",
    "Tue,  14 Nov 23 22:13:20 GMT (UTC)",
  ],
];

const NO_TIMES = [
  "-1",
  "0",
  "1.7e9",
  "1700000000.5",
  "never",
  "2023-02-30",
  "2023-13-01",
  "2099-01-01",
  "99999999999999999999",
];

/** Tables that programs and people write. */
export const TABLES: Siblings = {
  "sep=; and quoted names": {
    content: 'sep=;\r\n"URL";"Title"\r\n"https://a.example/?a,b";"A; x"\r\n"https://b.example/";"B"\r\n',
    bookmarks: ["https://a.example/?a,b | A; x", SECOND],
  },
  "sep= in quotes, a tab": { content: '"sep=\t"\nurl\ttitle\nhttps://a.example/\tA\nhttps://b.example/\tB\n', ...BOTH },
  "sep= with another delimiter": {
    content: "sep=|\nurl|title|tags\nhttps://a.example/|A|x,y\n",
    bookmarks: [`${FIRST} | tags=x,y`],
  },
  "SEP= after a byte order mark": {
    content: "\uFEFFSEP=;\nurl;title\nhttps://a.example/;A\nhttps://b.example/;B\n",
    ...BOTH,
  },
  "sep= without a header": { content: "sep=,\nhttps://a.example/,A\nhttps://b.example/,B\n", ...BOTH },
  "names with spaces and underscores": {
    content: ' URL , Title , Created_At , Document Tags \nhttps://a.example/,A,2024-05-01T12:00:00+02:00,"x,y"\n',
    bookmarks: [`${FIRST} | tags=x,y | ${MAY}`],
  },
  "names in upper case": {
    content:
      "HREF;NAME;LABELS;ANNOTATIONS;DESCRIPTION;FOLDER;TIME ADDED\nhttps://a.example/;A;x;note;text;P/C;1700000000\n",
    bookmarks: [`P > C / ${FIRST} | excerpt=text | note=note | tags=x | ${AT}`],
  },
  "names with non-breaking spaces": {
    content: "URL\u00a0,Title,Saved\u00a0Date\nhttps://a.example/,A,1700000000\n",
    bookmarks: [`${FIRST} | ${AT}`],
  },
  "the date as Add Date": {
    content: "Link,Title,Add Date\nhttps://a.example/,A,2024-05-01 10:00:00\n",
    bookmarks: [`${FIRST} | ${MAY}`],
  },
  "more commas than delimiters in a name": {
    content: 'url;title;"a,b,c,d"\nhttps://a.example/;A;x\nhttps://b.example/;B;y\n',
    ...BOTH,
  },
  "a line break in a name": {
    content: 'url,title,"note\n(text)"\nhttps://a.example/,A,x\nhttps://b.example/,B,y\n',
    ...BOTH,
  },
  "the link in the last column": {
    content: 'title,tags,url\nA,"x,y",https://a.example/\n"B",,https://b.example/\n',
    bookmarks: [`${FIRST} | tags=x,y`, SECOND],
  },
  "the link in the middle": {
    content: 'title,url,note\n"A",https://a.example/,n\nB,https://b.example/,\n',
    bookmarks: [`${FIRST} | note=n`, SECOND],
  },
  "no header, 3 columns": { content: "https://a.example/,A,x\nhttps://b.example/,B,y\n", ...BOTH },
  "no header, 4 columns": { content: "https://a.example/;A;x;1\nhttps://b.example/;B;y;2\n", ...BOTH },
  "no header, tabs": { content: "https://a.example/\tA\nhttps://b.example/\tB\n", ...BOTH },
  "no header, quoted": { content: '"https://a.example/","A"\r\n"https://b.example/","B"\r\n', ...BOTH },
  "line breaks in cells": {
    content: 'url,title,note\r\nhttps://a.example/,A,"one\r\ntwo"\r\nhttps://b.example/,B,"x\n\ny"\r\n',
    bookmarks: [`${FIRST} | note=one\r\ntwo`, `${SECOND} | note=x\n\ny`],
  },
  "quotes in a table with tabs": {
    content: 'url\ttitle\nhttps://a.example/\t"A\tb"\nhttps://b.example/\tsay "hi"\nhttps://c.example/\t"""q"""\n',
    bookmarks: ["https://a.example/ | A\tb", 'https://b.example/ | say "hi"', 'https://c.example/ | "q"'],
  },
  "CR as line break": { content: 'url,title\rhttps://a.example/,"A"\rhttps://b.example/,B\r', ...BOTH },
  "all line breaks": {
    content: "url,title\nhttps://a.example/,A\rhttps://b.example/,B\r\nhttps://c.example/,C\n\rhttps://d.example/,D",
    bookmarks: [FIRST, SECOND, "https://c.example/ | C", "https://d.example/ | D"],
  },
  "rows without text": {
    content: "\n\nurl,title,note\n\nhttps://a.example/,A,\n,,\n   \nhttps://b.example/,B,\n, ,\n",
    ...BOTH,
  },
  "too many and too few cells": {
    content: "url,title,note\nhttps://a.example/,A,,,\nhttps://b.example/,B\n",
    ...BOTH,
  },
  "other links": {
    content:
      "url,title\njavascript:alert(1),X\nplace:sort=8,X\nhttps://a.example/,A\nabout:blank,X\nchrome://settings/,X\ndata:text/plain;x,X\n",
    bookmarks: [FIRST],
    skipped: [
      "2: javascript:alert(1)",
      "3: place:sort=8",
      "5: about:blank",
      "6: chrome://settings/",
      "7: data:text/plain;x",
    ],
  },
  "tags as Python prints them": {
    content: tableOf("tags", [
      `['x', "it's", 'say "y"']`,
      `["it's"]`,
      String.raw`['both \' and "', 'a\\b']`,
      "['x', 'y'",
      "['x' 'y']",
      "['x'] y",
    ]),
    bookmarks: [
      `${FIRST} | tags=x,it's,say "y"`,
      `${FIRST} | tags=it's`,
      `${FIRST} | tags=both ' and ",a\\b`,
      `${FIRST} | tags=['x','y'`,
      `${FIRST} | tags=['x' 'y']`,
      `${FIRST} | tags=['x'] y`,
    ],
  },
  "tag lists as JSON": {
    content: tableOf("tags", ['["x", "y z"]', "[]", '[{"name":"x"},{"name":"y"}]', "['x', 'y']", "x; y", "x|y"]),
    bookmarks: ["x,y z", undefined, "x,y", "x,y", "x,y", "x,y"].map((tags) =>
      tags === undefined ? FIRST : `${FIRST} | tags=${tags}`,
    ),
  },
  favourites: {
    content: tableOf("Favorite", ["true", "TRUE", "1", "Yes", " true ", "false", "0", "no", ""]),
    bookmarks: [...Array<string>(5).fill(`${FIRST} | important`), ...Array<string>(4).fill(FIRST)],
  },
  "other names of favourites": { content: tableOf("Is Favorite", ["1"]), bookmarks: [`${FIRST} | important`] },
  "times in every form": { content: tableOf("created", TIMES), bookmarks: TIMES.map(() => `${FIRST} | ${AT}`) },
  "other times": {
    content: tableOf("created", NO_TIMES),
    bookmarks: NO_TIMES.map(() => FIRST),
    datesNotRead: NO_TIMES.length,
  },
  "a list with titles": { content: "https://a.example/ | A\r\n\r\n https://b.example/ |  B \r\n", ...BOTH },
  "a list with other lines": {
    content:
      "https://a.example/ | A\n# note\nhttps://x.example/,X\nhttps://y.example/\tY\nhttps://z.example/ text\nhttps://b.example/ | B\n",
    ...BOTH,
    skipped: ["2: # note", "3: https://x.example/,X", "4: https://y.example/\tY", "5: https://z.example/ text"],
  },
  "a list, CR as line break": { content: "https://a.example/ | A\rhttps://b.example/ | B\r", ...BOTH },
};

/** JSON of services. */
export const JSON_FILES: Siblings = {
  "names as tables have them": {
    content: '[{"Link":"https://a.example/","Name":"A","Labels":"x, y","Created At":1700000000,"favorite":"Yes"}]',
    bookmarks: [`${FIRST} | tags=x,y | important | ${AT}`],
  },
  "a Firefox backup with a bookmark without a link, and a separator": {
    content: JSON.stringify({
      typeCode: 2,
      root: "placesRoot",
      children: [
        { typeCode: 1, uri: "https://a.example/", title: "A" },
        { typeCode: 1, uri: null, title: "B" },
        { type: "text/x-moz-place", title: "C" },
        { typeCode: 3, type: "text/x-moz-place-separator" },
      ],
    }),
    bookmarks: [FIRST],
    skipped: ['undefined: {"typeCode":1,"uri":null,"title":"B"}', 'undefined: {"type":"text/x-moz-place","title":"C"}'],
  },
  "a file of Chrome with times that can't be read": {
    content: JSON.stringify({
      roots: {
        other: {
          type: "folder",
          name: "Other",
          children: ["never", "0", "-5", "13344473600000000"].map((date_added) => ({
            type: "url",
            url: "https://a.example/",
            name: "A",
            date_added,
          })),
        },
      },
    }),
    bookmarks: [`Other / ${FIRST}`, `Other / ${FIRST}`, `Other / ${FIRST}`, `Other / ${FIRST} | ${AT}`],
    datesNotRead: 2,
  },
  "tags that are objects": {
    content: '[{"url":"https://a.example/","title":"A","tags":[{"name":"x"},{"title":"y"},{"label":"z"}]}]',
    bookmarks: [`${FIRST} | tags=x,y,z`],
  },
  "a list in an object": {
    content: '{"data":{"bookmarks":[{"href":"https://a.example/","title":"A"}]}}',
    bookmarks: [FIRST],
  },
  "no values": {
    content: '\uFEFF\n[{"url":"https://a.example/","title":null,"tags":null,"created":null}]',
    bookmarks: ["https://a.example/ | https://a.example/"],
  },
  "characters that texts can't have": {
    content: '[{"url":"https://a.example/","title":"A\\u0000\\ud83d"}]',
    bookmarks: [`${FIRST}\uFFFD`],
  },
  "the end is missing": {
    content: '[{"url":"https://a.example/","title":"A"},\n{"url":"https://b.ex',
    bookmarks: [FIRST],
    skipped: ['2: [{"url":"https://a.example/","title":"A"},\n{"url":"https://b.ex'],
  },
};
