import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './FilterBar.module.css'
import { boards, type Filters, prices, seatRanges } from './filters.ts'

type GroupProps<T extends string> = {
  legend: string
  options: readonly T[]
  value: T
  label: (option: T) => string
  onChange: (option: T) => void
}

const Group = <T extends string>({ legend, options, value, label, onChange }: GroupProps<T>) => {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <span className={styles.options}>
        {options.map((option) => (
          <label key={option} className={styles.option}>
            <input
              className={styles.input}
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {label(option)}
          </label>
        ))}
      </span>
    </fieldset>
  )
}

export type FilterBarProps = { filters: Filters; onChange: (filters: Filters) => void }

/** Which tables to show. */
export const FilterBar = ({ filters, onChange }: FilterBarProps) => {
  const { t } = useTranslation('lobby')
  const label = (option: (typeof prices)[number] | (typeof seatRanges)[number] | (typeof boards)[number]) =>
    t(`filter.${option}`)
  return (
    <search className={styles.bar} aria-label={t('filter.title')}>
      <Group
        legend={t('filter.price')}
        options={prices}
        value={filters.price}
        label={label}
        onChange={(price) => onChange({ ...filters, price })}
      />
      <Group
        legend={t('filter.seats')}
        options={seatRanges}
        value={filters.seats}
        label={label}
        onChange={(seats) => onChange({ ...filters, seats })}
      />
      <Group
        legend={t('filter.clues')}
        options={boards}
        value={filters.board}
        label={label}
        onChange={(board) => onChange({ ...filters, board })}
      />
    </search>
  )
}
