import { useTranslation } from 'react-i18next'
import { Segments } from '../../ui/Segments.tsx'
import styles from './FilterBar.module.css'
import { boards, type Filters, prices, seatRanges } from './filters.ts'

export type FilterBarProps = { filters: Filters; onChange: (filters: Filters) => void }

/** Which tables to show. */
export const FilterBar = ({ filters, onChange }: FilterBarProps) => {
  const { t } = useTranslation('lobby')
  const label = (option: (typeof prices)[number] | (typeof seatRanges)[number] | (typeof boards)[number]) =>
    t(`filter.${option}`)
  return (
    <search className={styles.bar} aria-label={t('filter.title')}>
      <Segments
        legend={t('filter.price')}
        options={prices}
        value={filters.price}
        label={label}
        onChange={(price) => onChange({ ...filters, price })}
      />
      <Segments
        legend={t('filter.seats')}
        options={seatRanges}
        value={filters.seats}
        label={label}
        onChange={(seats) => onChange({ ...filters, seats })}
      />
      <Segments
        legend={t('filter.clues')}
        options={boards}
        value={filters.board}
        label={label}
        onChange={(board) => onChange({ ...filters, board })}
      />
    </search>
  )
}
