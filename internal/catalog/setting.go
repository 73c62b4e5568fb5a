package catalog

// Setting is one key of the configuration files.
type Setting struct {
	Role   Role
	In     Places   // where the key stands
	Path   []string // keys from the outermost inwards; one of AnyCategory, AnySeat and AnyTier stands for each such id
	Old    string   // an older name of the last key
	Kind   SettingKind
	Values []string // of a choice, the laxest first
	Least  int      // of a number
	Most   int
	Never  bool // 0 means never, and is laxer than every other number
	// Tighten says which values of a file count that nobody trusts.
	Tighten Tighten
	Own     bool     // only the user's own files count, whoever trusts the others
	Default []string // of a list; of anything else, the one value. None: there is none.
}

// What stands in a setting's path for each id of a kind.
const (
	AnyCategory = "<category>"
	AnySeat     = "<seat>"
	AnyTier     = "<tier>"
)

// Places is a set of the places where a key can stand.
type Places uint8

const (
	InPosture  Places = 1 << iota // at the top of a posture file
	InReview                      // in a posture file, below the key of RoleReview
	InSettings                    // at the top of the other file
)

// PlaceNames lists the names of the places, lowest bit first.
var PlaceNames = []string{"posture", "review", "settings"}

// SettingKind says which values a key takes.
type SettingKind uint8

const (
	KindBlock     SettingKind = iota // a mapping of further keys
	KindOther                        // whatever another reader of the file takes
	KindSwitch                       // on or off
	KindLevel                        // a level of the posture
	KindChoice                       // one of Values
	KindCount                        // a whole number
	KindShare                        // a number from 0 to 1
	KindText                         // a word
	KindPath                         // a path below the project
	KindURL                          // an address that requests with a key may go to
	KindSeats                        // a list of seats
	KindRules                        // a list of permission rules
	KindServers                      // a list of MCP servers
	KindHosts                        // a list of hosts; * stands for any run of characters
	KindNames                        // a list of names; * stands for any run of characters
	KindArguments                    // a list of words for a program
)

// SettingKinds lists the names of the kinds.
var SettingKinds = []string{"block", "other", "switch", "level", "choice", "count", "share", "text", "path", "url", "seats", "rules", "servers", "hosts", "names", "arguments"}

// Tighten is the direction in which a value makes review stricter.
type Tighten uint8

const (
	TightenNever  Tighten = iota
	TightenHigher         // a number, or a later choice
	TightenLower
	TightenMore  // what a list adds
	TightenFewer // what a list leaves out
)

// Tightenings lists the names of the directions.
var Tightenings = []string{"never", "higher", "lower", "more", "fewer"}

// Role is what a key is for.
type Role uint8

const (
	RoleOther Role = iota
	RoleVersion
	RoleGlobal
	RoleCategories
	RoleToggle
	RoleLevel
	RoleOverrides
	RoleDeny
	RoleReview
	RoleEnabled
	RoleMode
	RoleConvene
	RoleOutage
	RoleGateFloor
	RoleGrantReads
	RoleTierMap
	RoleTierSeats
	RoleTierMandatory
	RoleTierConfidence
	RoleConfidence
	RoleDecide
	RoleAgent
	RoleModel
	RoleEnvironment
	RoleBackend
	RoleBaseURL
	RoleKeyFile
	RoleSeatArgs
	RoleFallback
	RoleOwnTimer
	RoleSeatTimer
	RolePanelTimer
	RoleAuditDir
	RoleAuditKeep
	RoleCache
	RoleFatigue
	RoleBypass
	RoleBranches
	RoleHosts
	RoleServers
)

// SettingRoles lists the names of the roles.
var SettingRoles = []string{
	"other", "version", "global", "categories", "toggle", "level", "overrides", "deny", "review", "enabled", "mode", "convene", "outage", "gate_floor",
	"grant_reads", "tier_map", "tier_seats", "tier_mandatory", "tier_confidence", "confidence", "decide", "agent", "model", "environment", "backend", "base_url", "key_file", "seat_args", "fallback", "own_timer", "seat_timer", "panel_timer",
	"audit_dir", "audit_keep", "cache", "fatigue", "bypass", "branches", "hosts", "servers",
}
