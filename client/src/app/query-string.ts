/**
 * Queries are plain text both ways: `?stake=100`, never JSON. Routes read their own numbers, so ids and amounts
 * that look like numbers lose nothing.
 */
export const parseQuery = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))
