import t from "tap";
import { browserIn } from "../../src/pages/account/browser-name.ts";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

const KNOWN = [
  ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox 128", "Linux"],
  ["Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0", "Firefox 128", "Android"],
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36`, "Chrome 131", "Windows"],
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, "Edge 131", "Windows"],
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`, "Opera 116", "Windows"],
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36 Vivaldi/7.0`, "Vivaldi 7", "Windows"],
  [`${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36`, "Chrome 131", "Android"],
  [`${ANDROID} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, "Samsung Internet 27", "Android"],
  [`${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`, "Edge 131", "Android"],
  [`${MAC}605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, "Safari 18", "macOS"],
  [`${MAC}537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36`, "Chrome 131", "macOS"],
  [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, "Safari 18", "iOS"],
  [`${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, "Chrome 131", "iOS"],
  [`${IPHONE} FxiOS/128.0 Mobile/15E148 Safari/605.1.15`, "Firefox 128", "iOS"],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    "Chrome 131",
    "ChromeOS",
  ],
] as const;

const UNKNOWN = [
  "",
  "curl/8.5.0",
  "Mozilla/5.0",
  "Mozilla/5.0 (compatible; Googlebot/2.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Plan 9) Gecko/20100101 Firefox/128.0",
  "Not Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/128.0",
];

t.test("browsers and systems that people use are named", async (t) => {
  for (const [userAgent, browser, system] of KNOWN) t.same(browserIn(userAgent), { browser, system }, userAgent);
});

t.test("an unknown browser has at least the name of its system", async (t) => {
  for (const [userAgent, system] of [
    [`${IPHONE} Mobile/15E148`, "iOS"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows"],
  ] as const)
    t.same(browserIn(userAgent), { browser: undefined, system }, userAgent);
});

t.test("other clients have no name", async (t) => {
  for (const userAgent of UNKNOWN) t.equal(browserIn(userAgent), undefined, userAgent);
});
