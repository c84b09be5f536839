import { useTranslation } from 'react-i18next'

const known = ['bronze', 'silver', 'gold', 'platinum', 'diamond'] as const
const isKnown = (name: string): name is (typeof known)[number] => known.some((one) => one === name)

/** What a tier is called; one that this page does not know yet by the name it was given. */
export const useTierName = (): ((name: string) => string) => {
  const { t } = useTranslation('vip')
  return (name) => (isKnown(name) ? t(`tier.${name}`) : name)
}
