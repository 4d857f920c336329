// Runs in the browser, after Swagger UI was loaded and before it starts.

document.head.insertAdjacentHTML("beforeend", '<meta name="viewport" content="width=device-width, initial-scale=1">');

SwaggerUIStandalonePreset.push(() => ({
  // Swagger's logo brings an inline style sheet, which the Content-Security-Policy forbids. The server's icon takes its place.
  components: { Logo: () => null },
  // The link around the logo is the only one that leads nowhere. It leads to the start page.
  wrapComponents: {
    Link:
      (Link, { React }) =>
      (props) =>
        React.createElement(Link, props.href ? props : { ...props, href: "/", "aria-label": "Triptych: start page" }),
  },
}));
