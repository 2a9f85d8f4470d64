import { asked, type CodeAction, done, rowsOf, sourceOf } from '#engine/actions/code-action.ts'
import { text } from '#i18n/useText.ts'
import { SendDialog } from './SendDialog.tsx'

/** spec 3 §6: a command with a JSON payload, for the gateways of the list or of one's choice; its page follows it. */
export const sendOperation: CodeAction = (context) =>
  asked(context, (close) => (
    <SendDialog
      source={sourceOf(context)}
      gateways={rowsOf(context).flatMap(({ serialNumber }) =>
        typeof serialNumber === 'string' ? serialNumber : [],
      )}
      onSent={(operationId) => {
        close(done())
        context.toast({ text: text.t('operations.send.sent') })
        context.goto('operation_details', { operationId })
      }}
      onClose={() => close(undefined)}
    />
  ))
