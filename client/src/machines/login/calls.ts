import type { CodeSent, LoginBody, SendCodeBody, SignedIn } from '@minefall/shared/contracts'
import type { LoginCalls } from './types.ts'

/** What a sign-in needs of the browser and the server beside what was typed. */
export type CallsInput = {
  accountCalls(): Promise<{
    sendCode(body: SendCodeBody): Promise<CodeSent>
    signIn(body: LoginBody): Promise<SignedIn>
  }>
  deviceId(): string
  /** Whose link was followed to get here. */
  invitation: { read(): string | null; forget(): void }
  /** The invitation code of those whom nobody invited. */
  defaultInvitationCode(): Promise<string>
}

/** The form's calls. Who invited is told with every sign-in and forgotten with the first that succeeds. */
export const loginCalls = ({
  accountCalls,
  deviceId,
  invitation,
  defaultInvitationCode,
}: CallsInput): LoginCalls => ({
  sendCode: async (body) => (await accountCalls()).sendCode(body),
  signIn: async (credentials) => {
    const { signIn } = await accountCalls()
    const invitationCode = invitation.read() ?? (await defaultInvitationCode())
    const signedIn = await signIn({ ...credentials, device_id: deviceId(), invitationCode })
    invitation.forget()
    return signedIn
  },
})
