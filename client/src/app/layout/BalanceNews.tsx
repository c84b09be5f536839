import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatList } from '../../lib/format.ts'
import shape from '../../styles/shape.module.css'
import type { PurseAmount } from './purses.ts'

/** Tells screen readers what the visitor has after each change, and nothing before the first. */
export const BalanceNews = ({ purses }: { purses: readonly PurseAmount[] }) => {
  const { t, i18n } = useTranslation(['panels', 'ui'])
  const told = formatList(
    purses.map(({ purse, amount }) =>
      t(`ui:coins.${purse}`, { count: Number(amount), amount: formatCoins(amount, i18n.language) }),
    ),
    i18n.language,
  )
  const [first] = useState(told)
  const [changed, setChanged] = useState(false)
  if (!changed && told !== first) setChanged(true)
  return (
    <p className={shape.aside} role="status">
      {changed && t('layout.balanceNow', { balance: told })}
    </p>
  )
}
