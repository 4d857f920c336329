/** Icons of one subject. An icon has the name of its file in `png/`, without the extension. */
export interface Group {
  readonly title: string;
  readonly icons: readonly string[];
}

/** Colours of the group `Colors`, as suffixes of the icons' names. */
export const COLORS = {
  red: "#e5484d",
  orange: "#f76b15",
  yellow: "#ffc53d",
  green: "#46a758",
  teal: "#12a594",
  blue: "#0090ff",
  purple: "#8e4ec6",
  pink: "#d6409f",
  brown: "#ad7f58",
  gray: "#8b8d98",
} as const;

/** All icons. An icon never changes, because clients cache it forever; a new drawing needs a new name. */
export const GROUPS: readonly Group[] = [
  { title: "Colors", icons: Object.keys(COLORS).map((color) => `circle-${color}`) },
  {
    title: "Shapes",
    icons: ["star", "heart", "square", "triangle", "hexagon", "diamond", "flag", "bookmark"],
  },
  {
    title: "Work",
    icons: ["briefcase", "folder", "mail", "phone", "calendar", "clock", "lock", "key", "archive", "file-text", "coin"],
  },
  {
    title: "Technology",
    icons: ["device-desktop", "device-mobile", "database", "bug", "cloud", "puzzle", "settings", "bolt", "world"],
  },
  {
    title: "Science and education",
    icons: ["book", "school", "flask", "microscope", "bulb", "globe", "pencil", "chart-pie"],
  },
  {
    title: "Media",
    icons: ["camera", "photo", "video", "microphone", "headphones", "palette", "article", "device-gamepad"],
  },
  {
    title: "Nature",
    icons: ["sun", "moon", "leaf", "paw", "droplet", "flame", "mountain", "flower"],
  },
  {
    title: "Home and travel",
    icons: ["home", "user", "bell", "gift", "apple", "pizza", "shopping-cart", "pill", "trophy", "chess", "umbrella"],
  },
  { title: "Places", icons: ["plane", "map-pin", "bike", "car"] },
];
