import type { Table } from '@minefall/shared/contracts/rest'
import { useTranslation } from 'react-i18next'
import shape from '../../styles/shape.module.css'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import styles from './RuleIcons.module.css'

const Rule = ({ icon, shown, spoken }: { icon: IconName; shown: string; spoken: string }) => (
  <li className={styles.rule} title={spoken}>
    <Icon name={icon} size={16} />
    <span aria-hidden="true">{shown}</span>
    <span className={shape.aside}>{spoken}</span>
  </li>
)

/** A table's rules in four signs. */
export const RuleIcons = ({ table }: { table: Pick<Table, 'seats' | 'rules'> }) => {
  const { t } = useTranslation('lobby')
  const { seats, rules } = table
  const kind = t(rules.clues ? 'table.clues' : 'table.blind')
  return (
    <div className={styles.room}>
      <ul className={styles.rules}>
        <Rule icon="seats" shown={String(seats)} spoken={t('table.seats', { count: seats })} />
        <Rule
          icon="board"
          shown={`${rules.w}×${rules.h}`}
          spoken={t('table.board', { columns: rules.w, rows: rules.h })}
        />
        <Rule icon="mine" shown={String(rules.mines)} spoken={t('table.mines', { count: rules.mines })} />
        <Rule icon={rules.clues ? 'clue' : 'blind'} shown={kind} spoken={kind} />
      </ul>
    </div>
  )
}
