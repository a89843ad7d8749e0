// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {RateLimiter} from "@openzeppelin/contracts/utils/RateLimiter.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {AccessControlDefaultAdminRulesUpgradeable} from "@openzeppelin/contracts-upgradeable/access/extensions/AccessControlDefaultAdminRulesUpgradeable.sol";
import {ERC20PermitUpgradeable} from "@openzeppelin/contracts-upgradeable/token/ERC20/extensions/ERC20PermitUpgradeable.sol";
import {ERC20Upgradeable} from "@openzeppelin/contracts-upgradeable/token/ERC20/ERC20Upgradeable.sol";
import {PausableUpgradeable} from "@openzeppelin/contracts-upgradeable/utils/PausableUpgradeable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts-upgradeable/proxy/utils/UUPSUpgradeable.sol";

/// @title A fiat-backed coin: ERC-20 with permit and authorizations, 6 decimals, behind an ERC-1967 proxy.
/// @notice Supply changes under a request id, and a request id is processed only once: the chain itself is the last guard
/// against a double mint. The one call to another contract verifies a wallet's signature, and is static: nothing can re-enter
/// the coin, and the amount sent is the amount received.
/// @dev Every base keeps its state in an ERC-7201 namespace, so slot 0 and up are ours alone. An upgrade appends variables; it
/// never moves one. The layout is part of the committed artifact.
contract SpecieCoin is
    ERC20PermitUpgradeable,
    PausableUpgradeable,
    AccessControlDefaultAdminRulesUpgradeable,
    UUPSUpgradeable
{
    using RateLimiter for RateLimiter.RefillingBucket;

    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");
    bytes32 public constant BURNER_ROLE = keccak256("BURNER_ROLE");
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");
    bytes32 public constant FREEZER_ROLE = keccak256("FREEZER_ROLE");
    bytes32 public constant SEIZER_ROLE = keccak256("SEIZER_ROLE");
    bytes32 public constant UPGRADER_ROLE = keccak256("UPGRADER_ROLE");
    bytes32 public constant LISTER_ROLE = keccak256("LISTER_ROLE");
    bytes32 public constant SWITCHER_ROLE = keccak256("SWITCHER_ROLE");

    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH =
        keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

    /// @dev Each minter has its own bucket, under this key.
    bytes32 private constant BUCKET = 0;

    enum Kind {
        None,
        Mint,
        Burn,
        Seizure
    }

    /// @dev One slot. A second one, for a block number, would add 20,000 gas to each mint; the indexed event gives the block,
    /// and `block.number` on Arbitrum is not Arbitrum's anyway.
    struct Receipt {
        Kind kind;
        address account;
        uint88 amount;
    }

    struct Issuance {
        bytes32 requestId;
        address to;
        uint256 amount;
    }

    /// @dev A holder of zero leaves that role unassigned.
    struct Setup {
        string name;
        string symbol;
        uint256 supplyCap;
        uint208 mintLimit;
        uint48 mintPeriod;
        uint48 adminDelay;
        address admin;
        address minter;
        address burner;
        address pauser;
        address freezer;
        address seizer;
        address upgrader;
        address lister;
        address switcher;
        bool allowListOn;
        address[] listed;
    }

    uint256 public supplyCap;
    mapping(address account => bool) public frozen;
    mapping(bytes32 requestId => Receipt) private _receipts;
    mapping(address minter => RateLimiter.RefillingBucket) private _mintAllowances;
    /// @notice True once an authorization was used or canceled: it can no longer move coins.
    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState;
    /// @notice While true, coins move only between listed accounts, and are minted to and burned from these only.
    bool public allowListOn;
    mapping(address account => bool) public listed;

    event Minted(bytes32 indexed requestId, address indexed to, uint256 amount);
    event Burned(bytes32 indexed requestId, address indexed from, uint256 amount);
    event Seized(bytes32 indexed requestId, address indexed from, address indexed to, uint256 amount);
    event Frozen(address indexed account);
    event Unfrozen(address indexed account);
    event SupplyCapSet(uint256 cap);
    event MintAllowanceSet(address indexed minter, uint256 limit, uint256 period);
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);
    event AllowListSwitched(bool on);
    event Listed(address indexed account);
    event Unlisted(address indexed account);

    error RequestAlreadyProcessed(bytes32 requestId);
    error SupplyCapExceeded(uint256 cap, uint256 supply);
    error SupplyCapTooHigh(uint256 cap, uint256 highest);
    error MintAllowanceExceeded(address minter, uint256 available, uint256 asked);
    error AccountFrozen(address account);
    error AccountNotFrozen(address account);
    error ZeroAmount();
    error AuthorizationNotYetValid(uint256 validAfter);
    error AuthorizationExpired(uint256 validBefore);
    error AuthorizationAlreadyUsed(address authorizer, bytes32 nonce);
    error AuthorizationNotSigned(address authorizer);
    error CallerNotPayee(address caller, address payee);
    error AccountNotListed(address account);

    /// @dev The bare implementation has no owner: it can be neither initialized nor used.
    constructor() {
        _disableInitializers();
    }

    /// @notice Runs inside the proxy's constructor, so that no other call can precede it and the deployer keeps no power.
    function initialize(Setup calldata setup) external initializer {
        __ERC20_init(setup.name, setup.symbol);
        __ERC20Permit_init(setup.name);
        __Pausable_init();
        __AccessControlDefaultAdminRules_init(setup.adminDelay, setup.admin);
        _appoint(MINTER_ROLE, setup.minter);
        _appoint(BURNER_ROLE, setup.burner);
        _appoint(PAUSER_ROLE, setup.pauser);
        _appoint(FREEZER_ROLE, setup.freezer);
        _appoint(SEIZER_ROLE, setup.seizer);
        _appoint(UPGRADER_ROLE, setup.upgrader);
        _appoint(LISTER_ROLE, setup.lister);
        _appoint(SWITCHER_ROLE, setup.switcher);
        _setSupplyCap(setup.supplyCap);
        _setMintAllowance(setup.minter, setup.mintLimit, setup.mintPeriod);
        _setListed(setup.listed, true);
        _switchAllowList(setup.allowListOn);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    // ------------------------------------------------------------------------------------------------ supply

    function mint(bytes32 requestId, address to, uint256 amount) external onlyRole(MINTER_ROLE) {
        _spendMintAllowance(amount);
        _issue(requestId, to, amount);
        _requireWithinCap();
    }

    /// @notice All of them or none: one processed or repeated request id refuses the whole batch.
    function mintBatch(Issuance[] calldata batch) external onlyRole(MINTER_ROLE) {
        uint256 total;
        for (uint256 i; i < batch.length; ++i) total += batch[i].amount;
        _spendMintAllowance(total);
        for (uint256 i; i < batch.length; ++i) _issue(batch[i].requestId, batch[i].to, batch[i].amount);
        _requireWithinCap();
    }

    /// @notice Burns the burner's own coins, or coins of an account that approved the burner (the omnibus wallet does). A
    /// stolen burner key therefore destroys no coins but those entrusted to it.
    function burn(bytes32 requestId, address from, uint256 amount) external onlyRole(BURNER_ROLE) {
        _record(requestId, Kind.Burn, from, amount);
        if (from != _msgSender()) _spendAllowance(from, _msgSender(), amount);
        _burn(from, amount);
        emit Burned(requestId, from, amount);
    }

    /// @notice The record of a request id: `None` and zeros if it was not processed.
    function processed(bytes32 requestId) external view returns (Kind kind, address account, uint256 amount) {
        Receipt storage receipt = _receipts[requestId];
        return (receipt.kind, receipt.account, receipt.amount);
    }

    /// @notice The current allowance of a minter, apart from role and cap.
    function mintAllowance(address minter) external view returns (uint256) {
        return _mintAllowances[minter].available(BUCKET);
    }

    // ------------------------------------------------------------------------------------------------ authorizations

    // EIP-3009 as USDC 2.2 has it: in the form of the standard, and with a signature as bytes, which a contract wallet can give
    // too (ERC-1271).

    /// @notice Moves coins with the signature of `from`; any caller may submit it and pay the gas. Once for each nonce.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public {
        bytes32 typehash = TRANSFER_WITH_AUTHORIZATION_TYPEHASH;
        _transferAuthorized(typehash, from, to, value, validAfter, validBefore, nonce, signature);
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        transferWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    /// @notice The same, submitted by the payee only: for a contract that must do more than receive, and whose call must not be
    /// broken by an earlier submission of the authorization.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public {
        if (to != _msgSender()) revert CallerNotPayee(_msgSender(), to);
        bytes32 typehash = RECEIVE_WITH_AUTHORIZATION_TYPEHASH;
        _transferAuthorized(typehash, from, to, value, validAfter, validBefore, nonce, signature);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        receiveWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    /// @notice Moves nothing, so neither a pause nor a freeze prevents the cancellation of an authorization.
    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) public {
        bytes32 typehash = CANCEL_AUTHORIZATION_TYPEHASH;
        _useAuthorization(authorizer, nonce, keccak256(abi.encode(typehash, authorizer, nonce)), signature);
        emit AuthorizationCanceled(authorizer, nonce);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
        cancelAuthorization(authorizer, nonce, abi.encodePacked(r, s, v));
    }

    // ------------------------------------------------------------------------------------------------ law and incident

    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    function unpause() external onlyRole(PAUSER_ROLE) {
        _unpause();
    }

    /// @notice A frozen account neither sends nor receives, nor moves coins of others that approved it. Freezing twice is once.
    function freeze(address account) external onlyRole(FREEZER_ROLE) {
        if (frozen[account]) return;
        frozen[account] = true;
        emit Frozen(account);
    }

    function unfreeze(address account) external onlyRole(FREEZER_ROLE) {
        if (!frozen[account]) return;
        frozen[account] = false;
        emit Unfrozen(account);
    }

    /// @notice Carries out a lawful order: moves coins out of a frozen account. It takes two keys, the freezer's and then the
    /// seizer's. Supply does not change; coins to destroy are burned from `to`.
    function seize(bytes32 requestId, address from, address to, uint256 amount)
        external
        onlyRole(SEIZER_ROLE)
        whenNotPaused
    {
        if (!frozen[from]) revert AccountNotFrozen(from);
        if (to == address(0)) revert ERC20InvalidReceiver(to);
        _requireNotFrozen(to);
        if (allowListOn) _requireListed(to);
        _record(requestId, Kind.Seizure, from, amount);
        super._update(from, to, amount);
        emit Seized(requestId, from, to, amount);
    }

    // ------------------------------------------------------------------------------------------------ allow list

    /// @notice Listing is possible in both modes, so that a list can be complete before the mode is switched on. Listing twice is
    /// once.
    function list(address[] calldata accounts) external onlyRole(LISTER_ROLE) {
        _setListed(accounts, true);
    }

    function unlist(address[] calldata accounts) external onlyRole(LISTER_ROLE) {
        _setListed(accounts, false);
    }

    /// @notice The list stays as it is. Switching to the current mode changes nothing.
    function switchAllowList(bool on) external onlyRole(SWITCHER_ROLE) {
        _switchAllowList(on);
    }

    // ------------------------------------------------------------------------------------------------ admin

    function setSupplyCap(uint256 cap) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setSupplyCap(cap);
    }

    /// @notice `limit` at once, growing back evenly over `period` seconds: any span of `period` sees at most twice `limit`.
    function setMintAllowance(address minter, uint208 limit, uint48 period) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setMintAllowance(minter, limit, period);
    }

    function _authorizeUpgrade(address) internal override onlyRole(UPGRADER_ROLE) {}

    // ------------------------------------------------------------------------------------------------ rules

    /// @dev Every move of coins but a seizure: transfer, mint (from zero), burn (to zero). Zero itself is not checked, so that
    /// freezing it is no hidden pause. The allow list applies to holders; a spender or submitter never holds the coins.
    function _update(address from, address to, uint256 amount) internal override whenNotPaused {
        if (from != address(0)) _requireNotFrozen(from);
        if (to != address(0)) _requireNotFrozen(to);
        if (allowListOn) {
            if (from != address(0)) _requireListed(from);
            if (to != address(0)) _requireListed(to);
        }
        super._update(from, to, amount);
    }

    function _spendAllowance(address owner, address spender, uint256 amount) internal override {
        _requireNotFrozen(spender);
        super._spendAllowance(owner, spender, amount);
    }

    /// @dev The caller is not checked: another could submit the same bytes, and neither can change them.
    function _transferAuthorized(
        bytes32 typehash,
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) private {
        if (block.timestamp <= validAfter) revert AuthorizationNotYetValid(validAfter);
        if (block.timestamp >= validBefore) revert AuthorizationExpired(validBefore);
        bytes32 content = keccak256(abi.encode(typehash, from, to, value, validAfter, validBefore, nonce));
        _useAuthorization(from, nonce, content, signature);
        emit AuthorizationUsed(from, nonce);
        _transfer(from, to, value);
    }

    function _useAuthorization(address authorizer, bytes32 nonce, bytes32 content, bytes memory signature) private {
        if (authorizationState[authorizer][nonce]) revert AuthorizationAlreadyUsed(authorizer, nonce);
        bytes32 digest = _hashTypedDataV4(content);
        bool signed = SignatureChecker.isValidSignatureNow(authorizer, digest, signature);
        if (!signed) revert AuthorizationNotSigned(authorizer);
        authorizationState[authorizer][nonce] = true;
    }

    function _requireNotFrozen(address account) private view {
        if (frozen[account]) revert AccountFrozen(account);
    }

    function _requireListed(address account) private view {
        if (!listed[account]) revert AccountNotListed(account);
    }

    function _setListed(address[] calldata accounts, bool on) private {
        for (uint256 i; i < accounts.length; ++i) {
            address account = accounts[i];
            if (listed[account] == on) continue;
            listed[account] = on;
            if (on) emit Listed(account);
            else emit Unlisted(account);
        }
    }

    function _switchAllowList(bool on) private {
        if (allowListOn == on) return;
        allowListOn = on;
        emit AllowListSwitched(on);
    }

    function _issue(bytes32 requestId, address to, uint256 amount) private {
        _record(requestId, Kind.Mint, to, amount);
        _mint(to, amount);
        emit Minted(requestId, to, amount);
    }

    /// @dev No amount is lost in the cast: an amount too large for it exceeds the supply cap or the balance, and the whole call
    /// reverts.
    function _record(bytes32 requestId, Kind kind, address account, uint256 amount) private {
        if (amount == 0) revert ZeroAmount();
        if (_receipts[requestId].kind != Kind.None) revert RequestAlreadyProcessed(requestId);
        _receipts[requestId] = Receipt(kind, account, uint88(amount));
    }

    function _requireWithinCap() private view {
        if (totalSupply() > supplyCap) revert SupplyCapExceeded(supplyCap, totalSupply());
    }

    function _spendMintAllowance(uint256 amount) private {
        RateLimiter.RefillingBucket storage bucket = _mintAllowances[_msgSender()];
        if (bucket.tryConsume(BUCKET, amount)) return;
        revert MintAllowanceExceeded(_msgSender(), bucket.available(BUCKET), amount);
    }

    function _setSupplyCap(uint256 cap) private {
        if (cap > type(uint88).max) revert SupplyCapTooHigh(cap, type(uint88).max);
        supplyCap = cap;
        emit SupplyCapSet(cap);
    }

    /// @dev The used part stays used: the refill up to now is booked at the old rate first.
    function _setMintAllowance(address minter, uint208 limit, uint48 period) private {
        RateLimiter.RefillingBucket storage bucket = _mintAllowances[minter];
        bucket.sync(BUCKET);
        bucket.updateSettings(period, limit);
        emit MintAllowanceSet(minter, limit, period);
    }

    function _appoint(bytes32 role, address holder) private {
        if (holder != address(0)) _grantRole(role, holder);
    }
}
