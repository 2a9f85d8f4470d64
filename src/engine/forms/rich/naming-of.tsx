import { getUiOptions } from '@rjsf/utils'
import type { Text } from '#i18n/useText.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import { holds } from '../../conditions/holds.ts'
import type { Situation } from '../../conditions/situation.ts'
import styles from '../Form.module.css'
import { isNeedless, type Values } from '../messages.ts'
import type { Naming, Part } from '../nested/naming.ts'
import { placeOf } from './fields.tsx'

const wordsOf = ({ uiSchema }: Pick<Part, 'uiSchema'>): string => placeOf(getUiOptions(uiSchema)).words

/** The parts of a form of the catalogue by its words; the form itself in the rows of its definition. */
export const namingOf = (
  form: Form,
  situation: Situation,
  changed: ReadonlySet<string>,
  { t, say }: Text,
): Naming => ({
  titleOf: (part) => say(`${wordsOf(part)}_title`),
  rows: (fields, values) =>
    form.groups.map((group) => (
      <div key={group.join()} className={styles.row}>
        {group
          .filter(
            (field) =>
              holds(form.fields?.[field]?.when, situation) &&
              !isNeedless(form, field, (values ?? {}) as Values),
          )
          .map((field) => fields.get(field))}
      </div>
    )),
  add: (list) => say(`${wordsOf(list)}_add`, t('engine.form.add')),
  remove: (entry, number) => t('engine.form.remove', { field: say(wordsOf(entry)), number }),
  below: ({ fieldPathId }, _count, fault) =>
    fault === undefined || changed.has(fieldPathId.$id) ? undefined : { text: fault, fault: true },
})
