package charter

// Stages that lines are struck in.
const (
	StageClaims   = "claims"
	StageBundles  = "bundles"
	StageBriefs   = "briefs"
	StageJudgment = "judgment"
)

// Codes of the reasons that the council strikes lines for. The spec says what
// each means and in which order they are looked for.
const (
	ReportedEvidence = "reported-in-evidence" // by whoever gathered the evidence
	ReportedBrief    = "reported-in-brief"
	ReportedJudge    = "reported-by-judge"

	ClaimShape     = "claim-shape"
	ClaimType      = "claim-type"
	ClaimWeight    = "claim-weight"
	ClaimLocator   = "claim-locator"
	ClaimInvented  = "claim-invented"
	ClaimDuplicate = "claim-duplicate"

	BundleShape      = "bundle-shape"
	BundleID         = "bundle-id-missing"
	BundleStub       = "bundle-id-stub"
	BundleForged     = "bundle-id-forged"
	BundleUnseen     = "bundle-id-unseen"
	BundleBlob       = "bundle-blob-missing"
	BundleLocator    = "bundle-locator-missing"
	BundleCommand    = "bundle-command-missing"
	BundleClaim      = "bundle-claim-unknown"
	BundleOutOfRange = "bundle-line-out-of-range"
	BundleDiffers    = "bundle-content-differs"
	BundleNarrative  = "bundle-narrative"
	BriefShape       = "brief-shape"
	BriefTaxonomy    = "brief-taxonomy"
	BriefClaim       = "brief-claim-unknown"
	BriefID          = "brief-id-missing"
	BriefUnknown     = "brief-id-unknown"
	BriefQuote       = "brief-quote"
	BriefNarrative   = "brief-narrative"
	ItemShape        = "shape"
	ItemTaxonomy     = "taxonomy"
	ItemConfidence   = "confidence-range"
	ItemID           = "id-missing"
	ItemUnknown      = "id-unknown"
	ItemClaim        = "claim-unknown"
	ItemBlob         = "blob-missing"
	ItemVerbatim     = "not-verbatim"
	ItemLocation     = "line-out-of-range"
	ItemBelow        = "below-threshold"
	ItemDuplicate    = "duplicate"
)

// Codes are all of them, in the order in which they are looked for within
// their stage.
var Codes = []string{
	ReportedEvidence, ReportedBrief, ReportedJudge,
	ClaimShape, ClaimType, ClaimWeight, ClaimLocator, ClaimInvented, ClaimDuplicate,
	BundleShape, BundleID, BundleStub, BundleForged, BundleUnseen, BundleBlob, BundleLocator, BundleCommand, BundleClaim, BundleOutOfRange, BundleDiffers, BundleNarrative,
	BriefShape, BriefTaxonomy, BriefClaim, BriefID, BriefUnknown, BriefQuote, BriefNarrative,
	ItemShape, ItemTaxonomy, ItemConfidence, ItemID, ItemUnknown, ItemClaim, ItemBlob, ItemVerbatim, ItemLocation, ItemBelow, ItemDuplicate,
}
