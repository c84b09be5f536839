/** The address that carries an invitation code to anyone who follows it. */
export const invitationLink = (code: string): string =>
  `${window.location.origin}/?${new URLSearchParams({ invite: code })}`

/** Eight digits in two groups, to be read aloud. */
export const groupedCode = (code: string): string => code.replace(/^(\d{4})(\d{4})$/, '$1 $2')
