import type { MailKind, Mails } from '../outbound/mails.ts'
import type { Account } from '../store/people/accounts.ts'

/** Mails about one's own account: each is written so that whoever did not do it knows what to do. */
export type AccountNotice = Extract<
  MailKind,
  'factorAdded' | 'factorRemoved' | 'factorsReset' | 'recoveryCodesRenewed' | 'recoveryCodeUsed' | 'newDevice'
>

/** Tells people by mail what has changed about how they prove who they are. No caller waits for it. */
export class AccountNotices {
  readonly #mails: Mails

  constructor(mails: Mails) {
    this.#mails = mails
  }

  tell(
    { username, preferredLanguage }: Pick<Account, 'username' | 'preferredLanguage'>,
    kind: AccountNotice,
    facts: Readonly<Record<string, string>> = {},
    path = '/user_settings',
  ): void {
    // The first administrator may have a name that is no address.
    if (!username.includes('@')) return
    this.#mails.background.later(() =>
      this.#mails.post({ kind, language: preferredLanguage, to: username, path, facts }),
    )
  }
}
