import { nicknameBodySchema, type User } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { changeNickname } from '../../lib/account-calls.ts'
import { sessionActor } from '../../machines/session/index.ts'
import { AccountForm } from './forms/AccountForm.tsx'
import styles from './forms/form.module.css'
import { TextField } from './forms/TextField.tsx'
import { fieldText, useAccountForm } from './forms/use-account-form.ts'

const longest = 20

/** Characters as the schema counts them. */
const lengthOf = (text: string) => [...text.normalize('NFKC').trim()].length

/** The name that everyone at a table sees. What is wrong with it is said while it is typed. */
export const NicknameTab = ({ user }: { user: User }) => {
  const { t } = useTranslation(['profile', 'common'])
  const { form, submit, busy, trouble } = useAccountForm({
    schema: nicknameBodySchema,
    values: { nickname: user.nickname },
    mode: 'onChange',
    notice: 'nickname-updated',
    save: async (entered) => {
      // The name in its one form, which may differ from what was typed.
      const { nickname } = await changeNickname(entered.nickname)
      sessionActor.send({ type: 'session.userChanged', user: { nickname } })
      form.reset({ nickname })
    },
  })
  return (
    <AccountForm onSubmit={submit} busy={busy} trouble={trouble} save={t('nickname.save')}>
      <TextField
        {...form.register('nickname')}
        label={t('nickname.label')}
        hint={t('nickname.hint')}
        error={fieldText(form.formState.errors.nickname)}
        autoComplete="nickname"
        behind={
          <span className={styles.count} aria-hidden="true">
            {t('nickname.count', { count: lengthOf(form.watch('nickname')), most: longest })}
          </span>
        }
      />
    </AccountForm>
  )
}
