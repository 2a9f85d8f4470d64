import { type CodeAction, done, failed } from '#engine/actions/code-action.ts'
import { ExcludeDialog } from './ExcludeDialog.tsx'

/** spec 2 §4: a device leaves the home. Its own page has nothing to show afterwards. */
export const excludeDevice: CodeAction = ({ bound, ports, overlay, goto }) => {
  const device = ports?.home.device(String(bound.row?.id))
  if (!device) return Promise.resolve(failed('NOT_FOUND'))
  return new Promise((resolve) => {
    const close = overlay(
      <ExcludeDialog
        device={device}
        onClose={(gone) => {
          close()
          if (gone) goto('quick_controls')
          resolve(gone ? done() : failed('cancelled'))
        }}
      />,
    )
  })
}
