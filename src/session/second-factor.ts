import type { PendingFactor } from '#schemas/generated/entities/pending-factor.ts'

let pending: PendingFactor | undefined

/** A sign-in whose first proof was right: in memory alone, so that a reload begins anew. */
export const waitingSignIn = {
  current: (): PendingFactor | undefined => pending,
  begin(next: PendingFactor): void {
    pending = next
  },
  forget(): void {
    pending = undefined
  },
}

const SCREENS = {
  authenticator: 'second_factor',
  passkey: 'second_factor_passkey',
  recoveryCode: 'second_factor_recovery',
} as const

/** Whether an answer to a first proof asks for a second one. */
export const isPendingFactor = (data: unknown): data is PendingFactor =>
  typeof data === 'object' && data !== null && 'factor' in data

/** Leads to where the second factor is shown, or set up by who must have one. */
export function meetFactor(
  pending: PendingFactor,
  goto: (screen: string, params?: Readonly<Record<string, string>>) => void,
): void {
  waitingSignIn.begin(pending)
  if (pending.factor === 'setUp') return goto('second_factor_set_up')
  const [first = 'recoveryCode'] = pending.kinds
  // Each screen offers the others that this account has.
  goto(SCREENS[first], Object.fromEntries(pending.kinds.map((kind) => [kind, 'yes'])))
}
