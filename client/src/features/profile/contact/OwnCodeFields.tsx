import type { User } from '@minefall/shared/contracts/rest'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeField } from '../../../parts/forms/CodeField.tsx'
import { useCode } from '../../../parts/forms/use-code.ts'
import type { FormField } from '../../../parts/forms/use-form.ts'
import styles from './contact.module.css'
import { readablePhone } from './readable-phone.ts'

type OwnCodeFieldsProps = FormField & {
  user: User
  onSent(): void
  refuse(error: unknown): void
}

/** A code to a contact of one's own: to the one there is, or to the one of two that is chosen. */
export const OwnCodeFields = ({ user, onSent, refuse, ...field }: OwnCodeFieldsProps) => {
  const { t } = useTranslation('profile')
  const name = useId()
  const ways = [
    ...(user.email ? [{ kind: 'email', contact: user.email, shown: user.email } as const] : []),
    ...(user.phoneNumber
      ? [{ kind: 'phone', contact: user.phoneNumber, shown: readablePhone(user) } as const]
      : []),
  ]
  const [kind, setKind] = useState(ways[0]?.kind ?? 'email')
  const way = ways.find((one) => one.kind === kind)
  const code = useCode({
    body: async () => (way ? { contactType: way.kind, contact: way.contact } : null),
    onSent,
    refuse,
  })
  return (
    <>
      {ways.length > 1 && (
        <fieldset className={styles.ways}>
          <legend>{t('ownCode.to')}</legend>
          {ways.map((one) => (
            <label key={one.kind} className={styles.way}>
              <input
                type="radio"
                name={name}
                checked={one.kind === kind}
                onChange={() => setKind(one.kind)}
              />
              {one.shown}
            </label>
          ))}
        </fieldset>
      )}
      <CodeField
        {...field}
        label={t('ownCode.label')}
        hint={way && t('ownCode.hint', { contact: way.shown })}
        code={code}
      />
    </>
  )
}
