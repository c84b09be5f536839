import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

/** The tiers that have a name and a badge here, from the first on. */
export const knownTiers = ['bronze', 'silver', 'gold', 'platinum', 'diamond'] as const
type KnownTier = (typeof knownTiers)[number]

const isKnown = (name: string): name is KnownTier => knownTiers.some((one) => one === name)

/** What a tier is called; one that this page does not know yet by the name it was given. */
export const useTierName = (): ((name: string) => string) => {
  const { t } = useTranslation('vip')
  return (name) => (isKnown(name) ? t(`tier.${name}`) : name)
}

/** What someone of a tier is called, "Silver VIP"; of one that this page does not know yet, by its number. */
export const vipName = (t: TFunction<'vip'>, tier: number): string => {
  const name = knownTiers[tier - 1]
  return t('vip.name', { tier: name ? t(`tier.${name}`) : String(tier) })
}
