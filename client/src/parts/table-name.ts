import { useTranslation } from 'react-i18next'
import type common from '../i18n/locales/en-US/common.json'

type NamedTable = keyof (typeof common)['game']

/** A table's name in the visitor's language; one that this release doesn't know keeps the catalogue's name. */
export const useTableName = (): ((gameId: string, catalogueName?: string) => string) => {
  const { t, i18n } = useTranslation('common')
  const isNamed = (gameId: string): gameId is NamedTable => i18n.exists(`common:game.${gameId}.name`)
  return (gameId, catalogueName) => (isNamed(gameId) ? t(`game.${gameId}.name`) : (catalogueName ?? gameId))
}
