import type { Database } from '../database.ts'
import type { MailConsentsTable } from './tables.ts'

/**
 * `asked`: nothing is written to it yet; `agreed`: it followed the link of the question; `own`: that of somebody who may
 * use the gateway, which needs no question; `refused`: it has had enough, whoever asks.
 */
export type ConsentState = 'asked' | 'agreed' | 'own' | 'refused'

/** What an address has said to the mails of one gateway. */
export interface MailConsent {
  serialNumber: string
  /** In lower case. */
  address: string
  /** Whose home it said yes to: another owner asks anew. */
  owner: string
  state: ConsentState
  /** Stands in the link of each mail, and does nothing but end them: kept as it is. */
  secret: string
  changedAt: number
}

export interface MailConsents {
  find(serialNumber: string, address: string): Promise<MailConsent | undefined>
  bySecret(secret: string): Promise<MailConsent | undefined>
  /** Puts it, or changes state and owner of what is there: the secret in mails that were sent stays good. */
  put(consent: MailConsent): Promise<void>
}

export const mailConsentsOn = ({ sql }: Database): MailConsents => {
  const all = () => sql.selectFrom('mail_consents').selectAll()
  return {
    async find(serialNumber, address) {
      const row = await all()
        .where('serial_number', '=', serialNumber)
        .where('address', '=', address)
        .executeTakeFirst()
      return row && consentOf(row)
    },
    async bySecret(secret) {
      const row = await all().where('secret', '=', secret).executeTakeFirst()
      return row && consentOf(row)
    },
    async put({ serialNumber, address, owner, state, secret, changedAt }) {
      const news = { owner, state, changed_at: changedAt }
      await sql
        .insertInto('mail_consents')
        .values({ serial_number: serialNumber, address, secret, ...news })
        .onConflict((conflict) => conflict.columns(['serial_number', 'address']).doUpdateSet(news))
        .execute()
    },
  }
}

const consentOf = (row: MailConsentsTable): MailConsent => ({
  serialNumber: row.serial_number,
  address: row.address,
  owner: row.owner,
  state: row.state as ConsentState,
  secret: row.secret,
  changedAt: row.changed_at,
})
