/** The product's name, as the document title shows it. */
export const productName = 'Minefall'

/** The document title: the product's name, or a route's title, a dash and the product's name. */
export const documentTitle = (routeTitle: string | null): string =>
  routeTitle === null ? productName : `${routeTitle} - ${productName}`
