import type account from '#locales/ch_EN/account.json'
import type alarms from '#locales/ch_EN/alarms.json'
import type announcements from '#locales/ch_EN/announcements.json'
import type arranging from '#locales/ch_EN/arranging.json'
import type asking from '#locales/ch_EN/asking.json'
import type backups from '#locales/ch_EN/backups.json'
import type builder from '#locales/ch_EN/builder.json'
import type bulk from '#locales/ch_EN/bulk.json'
import type calls from '#locales/ch_EN/calls.json'
import type catalogue from '#locales/ch_EN/catalogue.json'
import type charts from '#locales/ch_EN/charts.json'
import type choosing from '#locales/ch_EN/choosing.json'
import type commands from '#locales/ch_EN/commands.json'
import type concerns from '#locales/ch_EN/concerns.json'
import type controls from '#locales/ch_EN/controls.json'
import type dashboard from '#locales/ch_EN/dashboard.json'
import type device from '#locales/ch_EN/device.json'
import type drift from '#locales/ch_EN/drift.json'
import type energy from '#locales/ch_EN/energy.json'
import type engine from '#locales/ch_EN/engine.json'
import type fleetReport from '#locales/ch_EN/fleetReport.json'
import type groupsOf from '#locales/ch_EN/groupsOf.json'
import type handling from '#locales/ch_EN/handling.json'
import type history from '#locales/ch_EN/history.json'
import type infrared from '#locales/ch_EN/infrared.json'
import type joining from '#locales/ch_EN/joining.json'
import type local from '#locales/ch_EN/local.json'
import type looks from '#locales/ch_EN/looks.json'
import type menu from '#locales/ch_EN/menu.json'
import type netdiag from '#locales/ch_EN/netdiag.json'
import type oauth from '#locales/ch_EN/oauth.json'
import type objects from '#locales/ch_EN/objects.json'
import type operations from '#locales/ch_EN/operations.json'
import type orders from '#locales/ch_EN/orders.json'
import type panels from '#locales/ch_EN/panels.json'
import type past from '#locales/ch_EN/past.json'
import type recipes from '#locales/ch_EN/recipes.json'
import type registering from '#locales/ch_EN/registering.json'
import type rehearsal from '#locales/ch_EN/rehearsal.json'
import type rollouts from '#locales/ch_EN/rollouts.json'
import type rooms from '#locales/ch_EN/rooms.json'
import type sceneForms from '#locales/ch_EN/sceneForms.json'
import type sceneRuns from '#locales/ch_EN/sceneRuns.json'
import type sceneStatistics from '#locales/ch_EN/sceneStatistics.json'
import type scenes from '#locales/ch_EN/scenes.json'
import type session from '#locales/ch_EN/session.json'
import type sharing from '#locales/ch_EN/sharing.json'
import type shell from '#locales/ch_EN/shell.json'
import type statistic from '#locales/ch_EN/statistic.json'
import type summary from '#locales/ch_EN/summary.json'
import type twin from '#locales/ch_EN/twin.json'
import type widgets from '#locales/ch_EN/widgets.json'

/** The areas whose keys code names; keys that are derived from data go through `say`. */
interface Areas {
  account: typeof account
  backups: typeof backups
  builder: typeof builder
  announcements: typeof announcements
  arranging: typeof arranging
  asking: typeof asking
  bulk: typeof bulk
  drift: typeof drift
  rollouts: typeof rollouts
  calls: typeof calls
  catalogue: typeof catalogue
  charts: typeof charts
  choosing: typeof choosing
  commands: typeof commands
  concerns: typeof concerns
  controls: typeof controls
  dashboard: typeof dashboard
  device: typeof device
  energy: typeof energy
  engine: typeof engine
  handling: typeof handling
  alarms: typeof alarms
  fleetReport: typeof fleetReport
  groupsOf: typeof groupsOf
  history: typeof history
  joining: typeof joining
  infrared: typeof infrared
  local: typeof local
  looks: typeof looks
  menu: typeof menu
  netdiag: typeof netdiag
  oauth: typeof oauth
  operations: typeof operations
  panels: typeof panels
  past: typeof past
  recipes: typeof recipes
  registering: typeof registering
  orders: typeof orders
  rehearsal: typeof rehearsal
  rooms: typeof rooms
  objects: typeof objects
  sceneForms: typeof sceneForms
  sceneRuns: typeof sceneRuns
  sceneStatistics: typeof sceneStatistics
  scenes: typeof scenes
  session: typeof session
  sharing: typeof sharing
  shell: typeof shell
  statistic: typeof statistic
  summary: typeof summary
  twin: typeof twin
  widgets: typeof widgets
}

/** A file of texts. Keys of those that are not listed above follow from data. */
export type Area = keyof Areas | 'actions' | 'help' | 'properties' | 'sentences' | 'status' | 'statuses'

/** An area, or what it has below a name: `rooms.card`. */
export type Branch = Area | `${Area}.${string}`

type Counted<K extends string> = K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K

type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? Counted<K> : `${Counted<K>}.${Paths<T[K]>}`
}[keyof T & string]

/** A text that exists, by the English files: `shell.toasts.undo`. */
export type Key = Paths<Areas>
