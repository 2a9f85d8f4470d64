import { asked, type CodeAction, sourceOf } from '#engine/actions/code-action.ts'
import { TemplateDialog } from './TemplateDialog.tsx'

/** spec 3 §2: a new template, or one that is there. */
export const editTemplate: CodeAction = (context) =>
  asked(context, (close) => (
    <TemplateDialog
      templateId={context.bound.row === undefined ? undefined : String(context.bound.row._id)}
      source={sourceOf(context)}
      onSaved={() => {
        context.refetch()
        close(undefined)
      }}
      onClose={() => close(undefined)}
    />
  ))
