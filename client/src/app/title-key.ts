import type common from '../i18n/locales/en-US/common.json'

/** The route titles in the namespace `common`. */
export type TitleKey = `title.${Extract<keyof (typeof common)['title'], string>}`
