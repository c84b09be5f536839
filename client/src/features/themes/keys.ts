/** What the browser keeps: the id of the theme in use, and the list of custom themes. */
export const keys = { current: 'currentTheme', custom: 'custom_themes' } as const
