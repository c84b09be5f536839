/** What the statement's file is called when it is saved at a moment, by the day where the visitor is. */
export const statementFileName = (at: number): string => {
  const date = new Date(at)
  const digits = (value: number) => String(value).padStart(2, '0')
  return `minefall-statement-${date.getFullYear()}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}.csv`
}
