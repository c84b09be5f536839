import type { Table } from '@minefall/shared/contracts/rest'
import { minesOn } from '@minefall/shared/game'
import { useTranslation } from 'react-i18next'
import { isFree } from '../../lib/tables.ts'
import { useTableName } from '../../parts/table-name.ts'
import { Button } from '../../ui/Button.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import styles from './panels.module.css'

export type TableRulesPanelProps = { open: boolean; onClose: () => void; table: Table }

const useRules = (table: Table): [IconName, string][] => {
  const { t, i18n } = useTranslation('panels')
  const { seats, rules, practice } = table
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 2 })
  const free = isFree(table)
  const { boards, fade, h: rows, mines: count, openers, rise, w: columns } = rules
  return [
    ['seats', t('rules.seats', { count: seats })],
    [
      'board',
      rise
        ? t('rules.boardRising', { count, columns, rows, rise, most: minesOn(rules, boards - 1) })
        : t('rules.board', { count, columns, rows }),
    ],
    ...(openers
      ? [['expand', t('rules.openers', { count: openers, fade })] satisfies [IconName, string]]
      : []),
    ['clock', t('rules.turn', { count: Math.round(rules.clockMs / 1000) })],
    ['alert', t('rules.late')],
    ['mine', t('rules.mine')],
    [rules.clues ? 'clue' : 'blind', t(rules.clues ? 'rules.clues' : 'rules.blind')],
    [
      'trophy',
      rules.rakeBps === 0
        ? t('rules.noRake')
        : t('rules.rake', { percent: percent.format(rules.rakeBps / 10_000) }),
    ],
    ['offline', t('rules.connection')],
    ...(free ? [['gift', t('rules.trial')] satisfies [IconName, string]] : []),
    ...(practice ? [['smile', t('rules.practice')] satisfies [IconName, string]] : []),
  ]
}

/** A table's rules in whole sentences. */
export const TableRulesPanel = ({ open, onClose, table }: TableRulesPanelProps) => {
  const { t } = useTranslation('panels')
  const nameOf = useTableName()
  const lines = useRules(table)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title={t('rules.title', { table: nameOf(table.gameId, table.name) })}
    >
      <ul className={styles.rules}>
        {lines.map(([icon, text]) => (
          <li key={text}>
            <Icon name={icon} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p className={styles.stakes}>
        {t('rules.stakes')}
        {table.stakes.map((stake) => (
          <Coins key={stake} amount={stake} purse={isFree(table) ? 'trial' : 'coin'} />
        ))}
      </p>
      <DialogActions>
        <Button variant="primary" wide onClick={onClose}>
          {t('rules.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
