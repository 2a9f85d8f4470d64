import { attempt } from '#data/refusal.ts'
import type { ActionContext } from '#engine/actions/code-action.ts'
import { done, failed } from '#engine/actions/code-action.ts'
import { failureText } from '#engine/failure-text.ts'
import type { ActionResult } from '#engine/ports.ts'
import { text } from '#i18n/useText.ts'
import type { AnswerOf } from '#schemas/calls.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { AppSetUp } from './AppSetUp.tsx'
import styles from './Factors.module.css'
import { createPasskey } from './passkeys.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { refused } from './sign-in.ts'

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

export async function addAuthenticator(context: ActionContext): Promise<ActionResult> {
  const begun = await attempt('beginAuthenticator', proofOf(context))
  if (!begun.ok) return refused(begun, context.toast)
  const onCode = async (code: string): Promise<string | undefined> => {
    const finished = await attempt('finishAuthenticator', { code })
    if (!finished.ok) return failureText(finished, text)
    close()
    added(context, finished.data, 'toasts.authenticatorAdded')
    return undefined
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
        <AppSetUp {...begun.data} submit={text.say('account.factor.setUp')} onCode={onCode} />
      </div>
    </Dialog>,
  )
  return done()
}

export async function addPasskey(context: ActionContext): Promise<ActionResult> {
  const begun = await attempt('beginPasskey', proofOf(context))
  if (!begun.ok) return refused(begun, context.toast)
  const { passkey, refusal } = await createPasskey(begun.data)
  if (refusal) return failed(refusal)
  const finished = await attempt('finishPasskey', { passkey, name: String(context.bound.form?.name) })
  if (!finished.ok) return refused(finished, context.toast)
  added(context, finished.data, 'toasts.passkeyAdded')
  return done()
}

export async function renewRecoveryCodes(context: ActionContext): Promise<ActionResult> {
  const answer = await attempt('renewRecoveryCodes', proofOf(context))
  if (!answer.ok) return refused(answer, context.toast)
  context.refetch()
  showCodes(context, answer.data.recoveryCodes)
  return done()
}
