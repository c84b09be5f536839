import type { Table } from '@minefall/shared/contracts/rest'
import { minesOn } from '@minefall/shared/game'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatShare } from '../../lib/format.ts'
import { isFree } from '../../lib/tables.ts'
import { useTableName } from '../../parts/table-name.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import styles from './panels.module.css'

export type TableRulesPanelProps = { open: boolean; onClose: () => void; table: Table }

const useRules = (table: Table): [IconName, string][] => {
  const { t, i18n } = useTranslation('rules')
  const { seats, rules, practice } = table
  const free = isFree(table)
  const { boards, fade, h: rows, mines: count, openers, rise, w: columns } = rules
  return [
    ['seats', t('seats', { count: seats })],
    [
      'board',
      rise
        ? t('boardRising', { count, columns, rows, rise, most: minesOn(rules, boards - 1) })
        : t('board', { count, columns, rows }),
    ],
    ...(openers ? [['expand', t('openers', { count: openers, fade })] satisfies [IconName, string]] : []),
    ['clock', t('turn', { count: Math.round(rules.clockMs / 1000) })],
    ['alert', t('late')],
    ['mine', t('mine')],
    [rules.clues ? 'clue' : 'blind', t(rules.clues ? 'clues' : 'blind')],
    ...(rules.sealed ? [['lock', t('sealed')] satisfies [IconName, string]] : []),
    [
      'trophy',
      rules.rakeBps === 0 ? t('noRake') : t('rake', { share: formatShare(rules.rakeBps, i18n.language) }),
    ],
    ['offline', t('connection')],
    ...(free ? [['gift', t('trial')] satisfies [IconName, string]] : []),
    ...(practice ? [['smile', t('practice')] satisfies [IconName, string]] : []),
  ]
}

/** A table's rules in whole sentences. */
export const TableRulesPanel = ({ open, onClose, table }: TableRulesPanelProps) => {
  const { t } = useTranslation('rules')
  const nameOf = useTableName()
  const lines = useRules(table)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title={t('title', { table: nameOf(table.gameId, table.name) })}
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
        {t('stakes')}
        {table.stakes.map((stake) => (
          <Coins key={stake} amount={stake} purse={isFree(table) ? 'trial' : 'coin'} />
        ))}
      </p>
      <Link to="/verify" hash="voids" className={buttonClass({ variant: 'text' })} onClick={onClose}>
        {t('voids')}
      </Link>
      <DialogActions>
        <Button variant="primary" wide onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
