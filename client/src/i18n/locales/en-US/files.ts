import common from './common.json'

export { common }

/** The other texts of this language, each file a separate chunk. The offline page has its texts in itself. */
export const files = import.meta.glob<Record<string, unknown>>(
  ['./*.json', '!./offline.json', '!./common.json'],
  { import: 'default' },
)
