/**
 * Stands in for @blueprintjs/icons: what is drawn comes from `catalogue/icons.json` and is handed to Blueprint as an
 * element. With its own set a part with a button (a dialog, tabs, a segmented control) costs 11 kB more (gzip), and the
 * build holds hundreds of icons that nobody sees.
 */
const Nothing = (): null => null

export const IconSize = { STANDARD: 16, LARGE: 20 } as const
export const Icons = { getPaths: (): undefined => undefined, load: (): Promise<void> => Promise.resolve() }
export const IconNames = {}
export {
  Nothing as ArrowDownIcon,
  Nothing as ArrowLeftIcon,
  Nothing as ArrowRightIcon,
  Nothing as ArrowUpIcon,
  Nothing as CaretDownIcon,
  Nothing as CaretRightIcon,
  Nothing as ChevronDownIcon,
  Nothing as ChevronRightIcon,
  Nothing as ChevronUpIcon,
  Nothing as CrossIcon,
  Nothing as DoubleCaretVerticalIcon,
  Nothing as ErrorIcon,
  Nothing as InfoSignIcon,
  Nothing as KeyCommandIcon,
  Nothing as KeyControlIcon,
  Nothing as KeyDeleteIcon,
  Nothing as KeyEnterIcon,
  Nothing as KeyOptionIcon,
  Nothing as KeyShiftIcon,
  Nothing as SVGIconContainer,
  Nothing as SmallCrossIcon,
  Nothing as SmallTickIcon,
  Nothing as TickIcon,
  Nothing as WarningSignIcon,
}
