/** A browser and the system that it runs on. */
export interface BrowserName {
  /** With its version, such as "Firefox 128"; undefined if unknown, as in the web views of applications. */
  readonly browser: string | undefined;
  readonly system: string;
}

/** Browsers by what their user agents contain. Each also contains what those below it have. */
const BROWSERS = [
  [/ (?:Edg|EdgA|EdgiOS)\/(\d+)/, "Edge"],
  [/ (?:OPR|OPiOS|OPT)\/(\d+)/, "Opera"],
  [/ SamsungBrowser\/(\d+)/, "Samsung Internet"],
  [/ Vivaldi\/(\d+)/, "Vivaldi"],
  [/ (?:Firefox|FxiOS)\/(\d+)/, "Firefox"],
  [/ (?:Chrome|CriOS)\/(\d+)/, "Chrome"],
  [/ Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//, "Safari"],
] as const;

/** Systems, in the same order. */
const SYSTEMS = [
  [/\bWindows NT\b/, "Windows"],
  [/\biPad\b/, "iPadOS"],
  [/\b(?:iPhone|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
] as const;

/**
 * The browser and the system in a `User-Agent`; undefined if the system is not known. Browsers have frozen the form of this
 * header, and only names are needed, so a few patterns do what a library does with a thousand. Clients choose the text:
 * no pattern takes longer than linear time.
 */
export function browserIn(userAgent: string): BrowserName | undefined {
  // Crawlers and other programs say "compatible", or do not begin like a browser.
  if (!userAgent.startsWith("Mozilla/5.0 (") || userAgent.includes("compatible;")) return undefined;
  const system = SYSTEMS.find(([ofSystem]) => ofSystem.test(userAgent))?.[1];
  if (system === undefined) return undefined;
  for (const [pattern, name] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return { browser: `${name} ${version}`, system };
  }
  return { browser: undefined, system };
}
