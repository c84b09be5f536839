import { useTranslation } from 'react-i18next'
import type common from '../i18n/locales/en-US/common.json'

type NamedTable = keyof (typeof common)['game']
const named: Record<NamedTable, true> = {
  'mines-trial': true,
  'mines-duel': true,
  'mines-classic': true,
  'mines-clues': true,
  'mines-royale': true,
  'mines-sealed-duel': true,
  'mines-sealed-classic': true,
}
const isNamed = (gameId: string): gameId is NamedTable => Object.hasOwn(named, gameId)

/** A table's name in the visitor's language; one that this release doesn't know keeps the catalogue's name. */
export const useTableName = (): ((gameId: string, catalogueName?: string) => string) => {
  const { t } = useTranslation('common')
  return (gameId, catalogueName) => (isNamed(gameId) ? t(`game.${gameId}.name`) : (catalogueName ?? gameId))
}
