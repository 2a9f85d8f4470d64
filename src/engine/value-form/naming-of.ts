import type { Text } from '#i18n/useText.ts'
import type { Naming } from '../forms/nested/naming.ts'
import { nameOf, type Shared } from './context.ts'
import { describedBy } from './schema-of.ts'

/** The parts of a value by the words of its service; lists say how many entries they may have. */
export const namingOf = (shared: Shared, { t }: Text): Naming => ({
  titleOf: ({ fieldPathId, schema }) =>
    nameOf(fieldPathId.path, describedBy(schema), shared, (number) => t('controls.form.entry', { number })),
  add: () => t('controls.form.add'),
  remove: (_entry, number) => t('controls.form.remove', { number }),
  move: {
    up: (number) => t('controls.form.up', { number }),
    down: (number) => t('controls.form.down', { number }),
  },
  none: t('controls.form.none'),
  below({ schema }, count, fault) {
    if (fault) return { text: fault, fault: true }
    const { lengthMin: least = 0, lengthMax: most } = describedBy(schema)
    const limits =
      most === undefined
        ? t('controls.form.entries', { count })
        : t('controls.form.entriesOf', { count, most })
    return { text: least > 0 ? `${limits} ${t('controls.form.least', { least })}` : limits, fault: false }
  },
})
