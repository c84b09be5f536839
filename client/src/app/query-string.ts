/**
 * Queries are plain text both ways: `?stake=100`, never JSON. Routes read their own numbers, so ids and amounts
 * that look like numbers lose nothing.
 */
export const parseQuery = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))

/** The query for these values, with its question mark; empty when there are none. */
export const formatQuery = (values: Record<string, unknown>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
