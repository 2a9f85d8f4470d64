import { asked, type CodeAction, done, sourceOf } from '#engine/actions/code-action.ts'
import { wantedFork } from '#session/twin.ts'
import { TwinDialog } from './TwinDialog.tsx'

/** A copy of the gateway in this page, as it is now or was when a backup was made (decision 0234). */
export const tryTwin: CodeAction = (context) => {
  const sn = String(context.bound.route?.sn)
  const source = sourceOf(context)
  return asked(context, (close) => (
    <TwinDialog
      sn={sn}
      userId={String(context.situation.session.id)}
      source={source}
      onFork={(fork) => {
        close(done())
        wantedFork.set(fork)
      }}
      onClose={() => close(undefined)}
    />
  ))
}
