import type { operations } from '#schemas/generated/api/mails.ts'
import type { HandlersOf } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'

/** /mails: whether somebody wants the mails that scenes write, or news of the deployment. Whoever has the link is who the mail went to. */
export function mailsHandlers({ consents, announcements }: Parts): HandlersOf<operations> {
  const known = (done: boolean): undefined => {
    if (!done) throw new Failure(404, [{ errorCode: '000017' }])
    return undefined
  }
  return {
    agreeToMails: async ({ body }) => known(await consents.agree(body.token)),
    refuseMails: async ({ params: { secret } }) =>
      known((await consents.refuse(secret)) || (await announcements.refuseNews(secret))),
  }
}
