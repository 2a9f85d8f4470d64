import { http } from '#data/http.ts'
import { RequestError } from '#data/request-error.ts'
import type { ActionContext } from '#engine/actions/code-action.ts'
import { done, failed } from '#engine/actions/code-action.ts'
import type { ActionResult } from '#engine/doors.ts'
import { text } from '#i18n/useText.ts'
import type { AnswerOf } from '#schemas/calls.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { AppSetUp } from './AppSetUp.tsx'
import styles from './Factors.module.css'
import { createPasskey } from './passkeys.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { refused } from './sign-in.ts'

const wordsOf = (error: unknown): string => {
  if (!(error instanceof RequestError)) throw error
  return text.say(`codes.${error.code}`) || error.errors[0].message
}

/** What a call refuses stands in the dialog that has asked. */
async function tried(context: ActionContext, attempt: () => Promise<ActionResult>): Promise<ActionResult> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof RequestError) return refused(error, context.toast)
    throw error
  }
}

const proofOf = ({ bound }: ActionContext) => ({ proof: String(bound.form?.proof ?? '') })

/** Stays until the codes are kept: they are told once. */
function showCodes({ overlay }: ActionContext, codes: readonly string[]): void {
  const close = overlay(
    <Dialog
      open
      stays
      title={text.say('account.factor.codesTitle')}
      onClose={() => {}}
      actions={
        <Button look="main" onClick={() => close()}>
          {text.say('account.factor.kept')}
        </Button>
      }
    >
      <div className={styles.dialog}>
        <p>{text.say('account.factor.codesText')}</p>
        <RecoveryCodes codes={codes} />
      </div>
    </Dialog>,
  )
}

function added(
  context: ActionContext,
  { recoveryCodes }: AnswerOf<'finishAuthenticator' | 'finishPasskey'>,
  toast: string,
): void {
  context.refetch()
  // The codes say by themselves that it is set up; nothing stands before them.
  if (recoveryCodes) showCodes(context, recoveryCodes)
  else context.toast({ text: text.say(toast) })
}

export const addAuthenticator = (context: ActionContext): Promise<ActionResult> =>
  tried(context, async () => {
    const { data } = await http.call('beginAuthenticator', proofOf(context))
    const onCode = async (code: string): Promise<string | undefined> => {
      try {
        const finished = await http.call('finishAuthenticator', { code })
        close()
        added(context, finished.data, 'toasts.authenticatorAdded')
        return undefined
      } catch (error) {
        return wordsOf(error)
      }
    }
    const close = context.overlay(
      <Dialog
        open
        title={text.say('account.factor.appTitle')}
        onClose={() => close()}
        actions={<Button onClick={() => close()}>{text.say('shell.cancel')}</Button>}
      >
        <div className={styles.dialog}>
          <p>{text.say('account.factor.appText')}</p>
          <AppSetUp {...data} submit={text.say('account.factor.setUp')} onCode={onCode} />
        </div>
      </Dialog>,
    )
    return done()
  })

export const addPasskey = (context: ActionContext): Promise<ActionResult> =>
  tried(context, async () => {
    const { data } = await http.call('beginPasskey', proofOf(context))
    const { passkey, refusal } = await createPasskey(data)
    if (refusal) return failed(refusal)
    const finished = await http.call('finishPasskey', { passkey, name: String(context.bound.form?.name) })
    added(context, finished.data, 'toasts.passkeyAdded')
    return done()
  })

export const renewRecoveryCodes = (context: ActionContext): Promise<ActionResult> =>
  tried(context, async () => {
    const { data } = await http.call('renewRecoveryCodes', proofOf(context))
    context.refetch()
    showCodes(context, data.recoveryCodes)
    return done()
  })
