import { asked, type CodeAction, done } from '#engine/actions/code-action.ts'
import { text } from '#i18n/useText.ts'
import { GoldenHomeDialog } from './GoldenHomeDialog.tsx'

/** A gateway, as it is or as it was backed up, becomes the model of a group; its page shows who differs. */
export const newGoldenHome: CodeAction = (context) =>
  asked(context, (close) => (
    <GoldenHomeDialog
      onDone={({ _id }) => {
        close(done())
        context.toast({ text: text.t('drift.made') })
        context.goto('golden_home', { goldenId: _id })
      }}
      onClose={() => close(undefined)}
    />
  ))
